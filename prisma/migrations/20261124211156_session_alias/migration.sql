-- CreateTable
CREATE TABLE "SessionAlias" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "projectId" TEXT NOT NULL DEFAULT 'default',
    "sessionId" TEXT NOT NULL,
    "isMade" BOOLEAN NOT NULL
);

-- CreateIndex
CREATE INDEX "SessionAlias_sessionId_idx" ON "SessionAlias"("sessionId");

-- CreateIndex
CREATE INDEX "SessionAlias_projectId_isMade_idx" ON "SessionAlias"("projectId", "isMade");
