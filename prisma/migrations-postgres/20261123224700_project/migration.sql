-- DropIndex
DROP INDEX "ImportedFile_sha256_parserVersion_key";

-- AlterTable
ALTER TABLE "ApiKey" ADD COLUMN     "projectId" TEXT COLLATE "C";

-- AlterTable
ALTER TABLE "ImportedFile" ADD COLUMN     "projectId" TEXT COLLATE "C" NOT NULL DEFAULT 'default';

-- AlterTable
ALTER TABLE "Job" ADD COLUMN     "projectId" TEXT COLLATE "C" NOT NULL DEFAULT 'default';

-- AlterTable
ALTER TABLE "RefusedFile" ADD COLUMN     "projectId" TEXT COLLATE "C" NOT NULL DEFAULT 'default';

-- AlterTable
ALTER TABLE "Run" ADD COLUMN     "projectId" TEXT COLLATE "C" NOT NULL DEFAULT 'default';

-- AlterTable
ALTER TABLE "Session" ADD COLUMN     "projectId" TEXT COLLATE "C" NOT NULL DEFAULT 'default';

-- AlterTable
ALTER TABLE "StoredOutput" DROP CONSTRAINT "StoredOutput_pkey",
ADD COLUMN     "projectId" TEXT COLLATE "C" NOT NULL DEFAULT 'default',
ADD COLUMN     "sessionId" TEXT COLLATE "C",
ADD CONSTRAINT "StoredOutput_pkey" PRIMARY KEY ("projectId", "id");

-- CreateTable
CREATE TABLE "Project" (
    "id" TEXT COLLATE "C" NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,
    "retentionDays" BIGINT,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Project_pkey" PRIMARY KEY ("id")
);

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

-- CreateIndex
CREATE INDEX "StoredOutput_sessionId_idx" ON "StoredOutput"("sessionId");

-- What was there before projects is in this one.
INSERT INTO "Project" ("id", "name") VALUES ('default', 'Default');
