-- CreateTable
CREATE TABLE "ModelStatement" (
    "subject" TEXT COLLATE "C" NOT NULL,
    "model" TEXT COLLATE "C",
    "window" BIGINT,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ModelStatement_pkey" PRIMARY KEY ("subject")
);
