-- CreateTable
CREATE TABLE "Blob" (
    "sha256" TEXT COLLATE "C" NOT NULL,
    "bytes" BIGINT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Blob_pkey" PRIMARY KEY ("sha256")
);

-- CreateTable
CREATE TABLE "ImportedFile" (
    "id" TEXT COLLATE "C" NOT NULL,
    "sha256" TEXT COLLATE "C" NOT NULL,
    "parserVersion" BIGINT NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,
    "bytes" BIGINT NOT NULL,
    "format" TEXT COLLATE "C" NOT NULL,
    "detectedBy" TEXT COLLATE "C" NOT NULL,
    "reportJson" TEXT COLLATE "C" NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ImportedFile_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Companion" (
    "id" TEXT COLLATE "C" NOT NULL,
    "fileId" TEXT COLLATE "C" NOT NULL,
    "sha256" TEXT COLLATE "C" NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,
    "bytes" BIGINT NOT NULL,
    "position" BIGINT NOT NULL,

    CONSTRAINT "Companion_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Session" (
    "id" TEXT COLLATE "C" NOT NULL,
    "fileId" TEXT COLLATE "C" NOT NULL,
    "parserVersion" BIGINT NOT NULL,
    "title" TEXT COLLATE "C" NOT NULL,
    "format" TEXT COLLATE "C" NOT NULL,
    "client" TEXT COLLATE "C",
    "project" TEXT COLLATE "C",
    "startedAt" TIMESTAMP(3),
    "endedAt" TIMESTAMP(3),
    "messages" BIGINT NOT NULL,
    "requests" BIGINT NOT NULL,
    "peakTokens" BIGINT NOT NULL,
    "rowJson" TEXT COLLATE "C" NOT NULL,
    "summaryJson" TEXT COLLATE "C" NOT NULL,
    "isExample" BOOLEAN NOT NULL DEFAULT false,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "StoredOutput" (
    "id" TEXT COLLATE "C" NOT NULL,
    "blobSha256" TEXT COLLATE "C" NOT NULL,
    "tool" TEXT COLLATE "C",
    "tokens" BIGINT NOT NULL,
    "bytes" BIGINT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "StoredOutput_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Job" (
    "id" TEXT COLLATE "C" NOT NULL,
    "kind" TEXT COLLATE "C" NOT NULL,
    "state" TEXT COLLATE "C" NOT NULL,
    "resultJson" TEXT COLLATE "C",
    "errorJson" TEXT COLLATE "C",
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "endedAt" TIMESTAMP(3),

    CONSTRAINT "Job_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Run" (
    "id" TEXT COLLATE "C" NOT NULL,
    "kind" TEXT COLLATE "C" NOT NULL,
    "sessionId" TEXT COLLATE "C",
    "title" TEXT COLLATE "C" NOT NULL,
    "paramsJson" TEXT COLLATE "C" NOT NULL,
    "versionsJson" TEXT COLLATE "C" NOT NULL,
    "summaryJson" TEXT COLLATE "C" NOT NULL,
    "bytes" BIGINT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Run_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Flag" (
    "name" TEXT COLLATE "C" NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Flag_pkey" PRIMARY KEY ("name")
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

-- CreateIndex
CREATE INDEX "Run_sessionId_createdAt_idx" ON "Run"("sessionId", "createdAt");

-- CreateIndex
CREATE INDEX "Run_createdAt_idx" ON "Run"("createdAt");

-- AddForeignKey
ALTER TABLE "ImportedFile" ADD CONSTRAINT "ImportedFile_sha256_fkey" FOREIGN KEY ("sha256") REFERENCES "Blob"("sha256") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Companion" ADD CONSTRAINT "Companion_fileId_fkey" FOREIGN KEY ("fileId") REFERENCES "ImportedFile"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Companion" ADD CONSTRAINT "Companion_sha256_fkey" FOREIGN KEY ("sha256") REFERENCES "Blob"("sha256") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Session" ADD CONSTRAINT "Session_fileId_fkey" FOREIGN KEY ("fileId") REFERENCES "ImportedFile"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "StoredOutput" ADD CONSTRAINT "StoredOutput_blobSha256_fkey" FOREIGN KEY ("blobSha256") REFERENCES "Blob"("sha256") ON DELETE RESTRICT ON UPDATE CASCADE;
