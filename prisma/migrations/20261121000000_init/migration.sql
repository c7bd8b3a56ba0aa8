-- CreateTable
CREATE TABLE "Blob" (
    "sha256" TEXT NOT NULL PRIMARY KEY,
    "bytes" INTEGER NOT NULL,
    "createdAt" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP
);

-- CreateTable
CREATE TABLE "ImportedFile" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "sha256" TEXT NOT NULL,
    "parserVersion" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "bytes" INTEGER NOT NULL,
    "format" TEXT NOT NULL,
    "detectedBy" TEXT NOT NULL,
    "reportJson" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "ImportedFile_sha256_fkey" FOREIGN KEY ("sha256") REFERENCES "Blob" ("sha256") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Companion" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "fileId" TEXT NOT NULL,
    "sha256" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "bytes" INTEGER NOT NULL,
    "position" INTEGER NOT NULL,
    CONSTRAINT "Companion_fileId_fkey" FOREIGN KEY ("fileId") REFERENCES "ImportedFile" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "Companion_sha256_fkey" FOREIGN KEY ("sha256") REFERENCES "Blob" ("sha256") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Session" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "fileId" TEXT NOT NULL,
    "parserVersion" INTEGER NOT NULL,
    "title" TEXT NOT NULL,
    "format" TEXT NOT NULL,
    "client" TEXT,
    "project" TEXT,
    "startedAt" DATETIME,
    "endedAt" DATETIME,
    "messages" INTEGER NOT NULL,
    "requests" INTEGER NOT NULL,
    "peakTokens" INTEGER NOT NULL,
    "rowJson" TEXT NOT NULL,
    "summaryJson" TEXT NOT NULL,
    "isExample" BOOLEAN NOT NULL DEFAULT false,
    "createdAt" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "Session_fileId_fkey" FOREIGN KEY ("fileId") REFERENCES "ImportedFile" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "StoredOutput" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "blobSha256" TEXT NOT NULL,
    "tool" TEXT,
    "tokens" INTEGER NOT NULL,
    "bytes" INTEGER NOT NULL,
    "createdAt" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "StoredOutput_blobSha256_fkey" FOREIGN KEY ("blobSha256") REFERENCES "Blob" ("sha256") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Job" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "kind" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "resultJson" TEXT,
    "errorJson" TEXT,
    "createdAt" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "endedAt" DATETIME
);

-- CreateTable
CREATE TABLE "Flag" (
    "name" TEXT NOT NULL PRIMARY KEY,
    "createdAt" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP
);

-- CreateIndex
CREATE UNIQUE INDEX "ImportedFile_sha256_parserVersion_key" ON "ImportedFile"("sha256", "parserVersion");

-- CreateIndex
CREATE UNIQUE INDEX "Companion_fileId_sha256_key" ON "Companion"("fileId", "sha256");

-- CreateIndex
CREATE INDEX "Session_createdAt_id_idx" ON "Session"("createdAt", "id");

-- CreateIndex
CREATE INDEX "Session_fileId_idx" ON "Session"("fileId");

-- CreateIndex
CREATE INDEX "Job_state_idx" ON "Job"("state");

