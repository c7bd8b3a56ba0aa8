-- AlterTable
ALTER TABLE "ImportedFile" ADD COLUMN "identity" TEXT;

-- CreateTable
CREATE TABLE "KeptCall" (
    "key" TEXT NOT NULL PRIMARY KEY,
    "body" TEXT NOT NULL,
    "runner" TEXT NOT NULL,
    "answerJson" TEXT,
    "createdAt" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP
);

-- CreateTable
CREATE TABLE "CallRate" (
    "caller" TEXT NOT NULL PRIMARY KEY,
    "calls" REAL NOT NULL,
    "granted" INTEGER NOT NULL,
    "at" DATETIME NOT NULL
);

-- CreateIndex
CREATE INDEX "KeptCall_createdAt_idx" ON "KeptCall"("createdAt");

-- CreateIndex
CREATE INDEX "CallRate_at_idx" ON "CallRate"("at");
