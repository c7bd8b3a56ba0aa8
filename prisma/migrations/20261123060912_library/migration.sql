-- CreateTable
CREATE TABLE "SessionNote" (
    "sessionId" TEXT NOT NULL PRIMARY KEY,
    "title" TEXT,
    "deletedAt" DATETIME
);

-- CreateTable
CREATE TABLE "SessionTag" (
    "sessionId" TEXT NOT NULL,
    "tag" TEXT NOT NULL,

    PRIMARY KEY ("sessionId", "tag")
);

-- CreateTable
CREATE TABLE "SearchState" (
    "number" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "sessionId" TEXT NOT NULL,
    "fileId" TEXT NOT NULL,
    "messages" INTEGER NOT NULL,
    "isWhole" BOOLEAN NOT NULL DEFAULT false
);

-- CreateTable
CREATE TABLE "Setting" (
    "name" TEXT NOT NULL PRIMARY KEY,
    "valueJson" TEXT NOT NULL,
    "changedAt" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP
);

-- CreateIndex
CREATE INDEX "SessionTag_tag_idx" ON "SessionTag"("tag");

-- CreateIndex
CREATE UNIQUE INDEX "SearchState_sessionId_key" ON "SearchState"("sessionId");
