-- AlterTable
ALTER TABLE "ModelStatement" ADD COLUMN "changesJson" TEXT;

-- CreateTable
CREATE TABLE "RefusedFile" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "sha256" TEXT NOT NULL,
    "reportJson" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP
);

-- CreateIndex
CREATE INDEX "RefusedFile_createdAt_idx" ON "RefusedFile"("createdAt");
