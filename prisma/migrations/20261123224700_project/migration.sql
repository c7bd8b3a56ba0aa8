-- AlterTable
ALTER TABLE "ApiKey" ADD COLUMN "projectId" TEXT;

-- AlterTable
ALTER TABLE "ImportedFile" ADD COLUMN "projectId" TEXT NOT NULL DEFAULT 'default';

-- AlterTable
ALTER TABLE "Job" ADD COLUMN "projectId" TEXT NOT NULL DEFAULT 'default';

-- AlterTable
ALTER TABLE "RefusedFile" ADD COLUMN "projectId" TEXT NOT NULL DEFAULT 'default';

-- AlterTable
ALTER TABLE "Run" ADD COLUMN "projectId" TEXT NOT NULL DEFAULT 'default';

-- AlterTable
ALTER TABLE "Session" ADD COLUMN "projectId" TEXT NOT NULL DEFAULT 'default';

-- CreateTable
CREATE TABLE "Project" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "name" TEXT NOT NULL,
    "retentionDays" INTEGER,
    "createdAt" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP
);

-- RedefineTables
PRAGMA defer_foreign_keys=ON;
PRAGMA foreign_keys=OFF;
CREATE TABLE "new_StoredOutput" (
    "projectId" TEXT NOT NULL DEFAULT 'default',
    "id" TEXT NOT NULL,
    "sessionId" TEXT,
    "blobSha256" TEXT NOT NULL,
    "tool" TEXT,
    "tokens" INTEGER NOT NULL,
    "bytes" INTEGER NOT NULL,
    "createdAt" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,

    PRIMARY KEY ("projectId", "id"),
    CONSTRAINT "StoredOutput_blobSha256_fkey" FOREIGN KEY ("blobSha256") REFERENCES "Blob" ("sha256") ON DELETE RESTRICT ON UPDATE CASCADE
);
INSERT INTO "new_StoredOutput" ("blobSha256", "bytes", "createdAt", "id", "tokens", "tool") SELECT "blobSha256", "bytes", "createdAt", "id", "tokens", "tool" FROM "StoredOutput";
DROP TABLE "StoredOutput";
ALTER TABLE "new_StoredOutput" RENAME TO "StoredOutput";
CREATE INDEX "StoredOutput_sessionId_idx" ON "StoredOutput"("sessionId");
PRAGMA foreign_keys=ON;
PRAGMA defer_foreign_keys=OFF;

-- DropIndex
DROP INDEX "ImportedFile_sha256_parserVersion_key";

-- CreateIndex
CREATE UNIQUE INDEX "Project_name_key" ON "Project"("name");

-- CreateIndex
CREATE INDEX "ImportedFile_projectId_createdAt_id_idx" ON "ImportedFile"("projectId", "createdAt", "id");

-- CreateIndex
CREATE UNIQUE INDEX "ImportedFile_projectId_sha256_parserVersion_key" ON "ImportedFile"("projectId", "sha256", "parserVersion");

-- CreateIndex
CREATE INDEX "Job_projectId_createdAt_idx" ON "Job"("projectId", "createdAt");

-- CreateIndex
CREATE INDEX "RefusedFile_projectId_createdAt_idx" ON "RefusedFile"("projectId", "createdAt");

-- CreateIndex
CREATE INDEX "Run_projectId_createdAt_idx" ON "Run"("projectId", "createdAt");

-- CreateIndex
CREATE INDEX "Session_projectId_createdAt_id_idx" ON "Session"("projectId", "createdAt", "id");

-- What was there before projects is in this one.
INSERT INTO "Project" ("id", "name") VALUES ('default', 'Default');
