-- CreateTable
CREATE TABLE "JobPart" (
    "jobId" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'waiting',
    "resultJson" TEXT,

    PRIMARY KEY ("jobId", "position"),
    CONSTRAINT "JobPart_jobId_fkey" FOREIGN KEY ("jobId") REFERENCES "Job" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- RedefineTables
PRAGMA defer_foreign_keys=ON;
PRAGMA foreign_keys=OFF;
CREATE TABLE "new_Job" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "kind" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "paramsJson" TEXT,
    "progressJson" TEXT,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "partsLeft" INTEGER NOT NULL DEFAULT 0,
    "cancelAskedAt" DATETIME,
    "runner" TEXT,
    "resultJson" TEXT,
    "errorJson" TEXT,
    "createdAt" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "endedAt" DATETIME
);
INSERT INTO "new_Job" ("createdAt", "endedAt", "errorJson", "id", "kind", "resultJson", "state") SELECT "createdAt", "endedAt", "errorJson", "id", "kind", "resultJson", "state" FROM "Job";
DROP TABLE "Job";
ALTER TABLE "new_Job" RENAME TO "Job";
CREATE INDEX "Job_state_idx" ON "Job"("state");
CREATE INDEX "Job_createdAt_idx" ON "Job"("createdAt");
PRAGMA foreign_keys=ON;
PRAGMA defer_foreign_keys=OFF;
