-- AlterTable
ALTER TABLE "ImportedFile" ADD COLUMN     "identity" TEXT COLLATE "C";

-- CreateTable
CREATE TABLE "KeptCall" (
    "key" TEXT COLLATE "C" NOT NULL,
    "body" TEXT COLLATE "C" NOT NULL,
    "runner" TEXT COLLATE "C" NOT NULL,
    "answerJson" TEXT COLLATE "C",
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "KeptCall_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "CallRate" (
    "caller" TEXT COLLATE "C" NOT NULL,
    "calls" DOUBLE PRECISION NOT NULL,
    "granted" BIGINT NOT NULL,
    "at" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "CallRate_pkey" PRIMARY KEY ("caller")
);

-- CreateIndex
CREATE INDEX "KeptCall_createdAt_idx" ON "KeptCall"("createdAt");

-- CreateIndex
CREATE INDEX "CallRate_at_idx" ON "CallRate"("at");
