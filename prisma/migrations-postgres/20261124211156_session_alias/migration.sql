-- CreateTable
CREATE TABLE "SessionAlias" (
    "id" TEXT COLLATE "C" NOT NULL,
    "projectId" TEXT COLLATE "C" NOT NULL DEFAULT 'default',
    "sessionId" TEXT COLLATE "C" NOT NULL,
    "isMade" BOOLEAN NOT NULL,

    CONSTRAINT "SessionAlias_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "SessionAlias_sessionId_idx" ON "SessionAlias"("sessionId");

-- CreateIndex
CREATE INDEX "SessionAlias_projectId_isMade_idx" ON "SessionAlias"("projectId", "isMade");
