-- CreateTable
CREATE TABLE "Comment" (
    "id" TEXT COLLATE "C" NOT NULL,
    "sessionId" TEXT COLLATE "C" NOT NULL,
    "agent" TEXT COLLATE "C" NOT NULL,
    "request" BIGINT NOT NULL,
    "text" TEXT COLLATE "C" NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "changedAt" TIMESTAMP(3),

    CONSTRAINT "Comment_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "Comment_sessionId_idx" ON "Comment"("sessionId");
