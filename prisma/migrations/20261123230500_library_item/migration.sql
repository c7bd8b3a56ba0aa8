-- CreateTable
CREATE TABLE "LibraryItem" (
    "sessionId" TEXT NOT NULL PRIMARY KEY,
    "projectId" TEXT NOT NULL DEFAULT 'default',
    "version" INTEGER NOT NULL,
    "importedAt" DATETIME NOT NULL,
    "isBinned" BOOLEAN NOT NULL,
    "number" INTEGER,
    "isIndexed" BOOLEAN NOT NULL,
    "titleHash" TEXT NOT NULL,
    "likeHash" TEXT,
    "copyOf" TEXT,
    "searchable" TEXT NOT NULL,
    "fileName" TEXT NOT NULL,
    "client" TEXT NOT NULL,
    "project" TEXT,
    "firstModel" TEXT,
    "errors" INTEGER NOT NULL,
    "title" TEXT NOT NULL,
    "model" TEXT,
    "started" TEXT,
    "duration" REAL,
    "requests" INTEGER NOT NULL,
    "peak" REAL,
    "tokensIn" REAL,
    "tokensOut" REAL,
    "readShare" REAL,
    "cost" REAL,
    "lost" REAL,
    "compactions" INTEGER NOT NULL,
    "breaks" INTEGER,
    "agents" INTEGER NOT NULL,
    "isCostExact" BOOLEAN NOT NULL,
    "day" TEXT NOT NULL,
    "family" TEXT NOT NULL,
    "countsJson" TEXT NOT NULL,
    CONSTRAINT "LibraryItem_sessionId_fkey" FOREIGN KEY ("sessionId") REFERENCES "Session" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "LibraryValue" (
    "kind" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "sessionId" TEXT NOT NULL,

    PRIMARY KEY ("kind", "value", "sessionId"),
    CONSTRAINT "LibraryValue_sessionId_fkey" FOREIGN KEY ("sessionId") REFERENCES "LibraryItem" ("sessionId") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "LibraryCount" (
    "projectId" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "sessions" INTEGER NOT NULL,

    PRIMARY KEY ("kind", "value", "projectId")
);

-- CreateTable
CREATE TABLE "LibraryDay" (
    "projectId" TEXT NOT NULL,
    "day" TEXT NOT NULL,
    "family" TEXT NOT NULL,
    "sessions" INTEGER NOT NULL,
    "requests" INTEGER NOT NULL,
    "cost" INTEGER NOT NULL,
    "priced" INTEGER NOT NULL,
    "inexact" INTEGER NOT NULL,
    "reporting" INTEGER NOT NULL,
    "readOf" INTEGER NOT NULL,
    "read" INTEGER NOT NULL,
    "lost" INTEGER NOT NULL,
    "lossKnown" INTEGER NOT NULL,

    PRIMARY KEY ("projectId", "day", "family")
);

-- CreateIndex
CREATE INDEX "LibraryItem_titleHash_idx" ON "LibraryItem"("titleHash");

-- CreateIndex
CREATE INDEX "LibraryItem_likeHash_idx" ON "LibraryItem"("likeHash");

-- CreateIndex
CREATE INDEX "LibraryItem_number_idx" ON "LibraryItem"("number");

-- CreateIndex
CREATE INDEX "LibraryItem_isIndexed_importedAt_sessionId_idx" ON "LibraryItem"("isIndexed", "importedAt", "sessionId");

-- CreateIndex
CREATE INDEX "LibraryItem_client_idx" ON "LibraryItem"("client");

-- CreateIndex
CREATE INDEX "LibraryItem_project_idx" ON "LibraryItem"("project");

-- CreateIndex
CREATE INDEX "LibraryItem_projectId_started_importedAt_sessionId_idx" ON "LibraryItem"("projectId", "started", "importedAt", "sessionId");

-- CreateIndex
CREATE INDEX "LibraryValue_sessionId_idx" ON "LibraryValue"("sessionId");

-- CreateIndex
CREATE INDEX "ImportedFile_bytes_idx" ON "ImportedFile"("bytes");

-- CreateIndex
CREATE INDEX "ImportedFile_createdAt_id_idx" ON "ImportedFile"("createdAt", "id");

-- CreateIndex
CREATE INDEX "SessionNote_deletedAt_idx" ON "SessionNote"("deletedAt");

-- Keeps LibraryCount and LibraryDay in step with LibraryItem, in the transaction.
CREATE TRIGGER "LibraryItem_added" AFTER INSERT ON "LibraryItem" BEGIN
  INSERT INTO "LibraryCount" ("projectId", "kind", "value", "sessions")
    SELECT NEW."projectId", value ->> 0, value ->> 1, 1 FROM json_each(NEW."countsJson") WHERE true
    ON CONFLICT ("kind", "value", "projectId") DO UPDATE SET "sessions" = "sessions" + excluded."sessions";
  INSERT INTO "LibraryDay"
    ("projectId", "day", "family", "sessions", "requests", "cost", "priced", "inexact", "reporting", "readOf", "read", "lost", "lossKnown")
    SELECT NEW."projectId", NEW."day", NEW."family", 1, NEW."requests", CAST(round(coalesce(NEW."cost", 0) * 1e9) AS INTEGER),
      (NEW."cost" IS NOT NULL), (NOT NEW."isCostExact"), (NEW."readShare" IS NOT NULL),
      CAST(iif(NEW."readShare" IS NULL, 0, coalesce(NEW."tokensIn", 0)) AS INTEGER),
      CAST(round(coalesce(NEW."readShare" * NEW."tokensIn", 0)) AS INTEGER),
      CAST(round(coalesce(NEW."lost", 0) * 1e9) AS INTEGER), (NEW."lost" IS NOT NULL)
    WHERE NOT NEW."isBinned"
    ON CONFLICT ("projectId", "day", "family") DO UPDATE SET
      "sessions" = "sessions" + excluded."sessions", "requests" = "requests" + excluded."requests",
      "cost" = "cost" + excluded."cost", "priced" = "priced" + excluded."priced",
      "inexact" = "inexact" + excluded."inexact", "reporting" = "reporting" + excluded."reporting",
      "readOf" = "readOf" + excluded."readOf", "read" = "read" + excluded."read",
      "lost" = "lost" + excluded."lost", "lossKnown" = "lossKnown" + excluded."lossKnown";
END;
CREATE TRIGGER "LibraryItem_removed" AFTER DELETE ON "LibraryItem" BEGIN
  INSERT INTO "LibraryCount" ("projectId", "kind", "value", "sessions")
    SELECT OLD."projectId", value ->> 0, value ->> 1, -1 FROM json_each(OLD."countsJson") WHERE true
    ON CONFLICT ("kind", "value", "projectId") DO UPDATE SET "sessions" = "sessions" + excluded."sessions";
  INSERT INTO "LibraryDay"
    ("projectId", "day", "family", "sessions", "requests", "cost", "priced", "inexact", "reporting", "readOf", "read", "lost", "lossKnown")
    SELECT OLD."projectId", OLD."day", OLD."family", -1, -OLD."requests", -CAST(round(coalesce(OLD."cost", 0) * 1e9) AS INTEGER),
      -(OLD."cost" IS NOT NULL), -(NOT OLD."isCostExact"), -(OLD."readShare" IS NOT NULL),
      -CAST(iif(OLD."readShare" IS NULL, 0, coalesce(OLD."tokensIn", 0)) AS INTEGER),
      -CAST(round(coalesce(OLD."readShare" * OLD."tokensIn", 0)) AS INTEGER),
      -CAST(round(coalesce(OLD."lost", 0) * 1e9) AS INTEGER), -(OLD."lost" IS NOT NULL)
    WHERE NOT OLD."isBinned"
    ON CONFLICT ("projectId", "day", "family") DO UPDATE SET
      "sessions" = "sessions" + excluded."sessions", "requests" = "requests" + excluded."requests",
      "cost" = "cost" + excluded."cost", "priced" = "priced" + excluded."priced",
      "inexact" = "inexact" + excluded."inexact", "reporting" = "reporting" + excluded."reporting",
      "readOf" = "readOf" + excluded."readOf", "read" = "read" + excluded."read",
      "lost" = "lost" + excluded."lost", "lossKnown" = "lossKnown" + excluded."lossKnown";
END;
CREATE TRIGGER "LibraryItem_changed" AFTER UPDATE ON "LibraryItem" BEGIN
  INSERT INTO "LibraryCount" ("projectId", "kind", "value", "sessions")
    SELECT OLD."projectId", value ->> 0, value ->> 1, -1 FROM json_each(OLD."countsJson") WHERE true
    ON CONFLICT ("kind", "value", "projectId") DO UPDATE SET "sessions" = "sessions" + excluded."sessions";
  INSERT INTO "LibraryDay"
    ("projectId", "day", "family", "sessions", "requests", "cost", "priced", "inexact", "reporting", "readOf", "read", "lost", "lossKnown")
    SELECT OLD."projectId", OLD."day", OLD."family", -1, -OLD."requests", -CAST(round(coalesce(OLD."cost", 0) * 1e9) AS INTEGER),
      -(OLD."cost" IS NOT NULL), -(NOT OLD."isCostExact"), -(OLD."readShare" IS NOT NULL),
      -CAST(iif(OLD."readShare" IS NULL, 0, coalesce(OLD."tokensIn", 0)) AS INTEGER),
      -CAST(round(coalesce(OLD."readShare" * OLD."tokensIn", 0)) AS INTEGER),
      -CAST(round(coalesce(OLD."lost", 0) * 1e9) AS INTEGER), -(OLD."lost" IS NOT NULL)
    WHERE NOT OLD."isBinned"
    ON CONFLICT ("projectId", "day", "family") DO UPDATE SET
      "sessions" = "sessions" + excluded."sessions", "requests" = "requests" + excluded."requests",
      "cost" = "cost" + excluded."cost", "priced" = "priced" + excluded."priced",
      "inexact" = "inexact" + excluded."inexact", "reporting" = "reporting" + excluded."reporting",
      "readOf" = "readOf" + excluded."readOf", "read" = "read" + excluded."read",
      "lost" = "lost" + excluded."lost", "lossKnown" = "lossKnown" + excluded."lossKnown";
  INSERT INTO "LibraryCount" ("projectId", "kind", "value", "sessions")
    SELECT NEW."projectId", value ->> 0, value ->> 1, 1 FROM json_each(NEW."countsJson") WHERE true
    ON CONFLICT ("kind", "value", "projectId") DO UPDATE SET "sessions" = "sessions" + excluded."sessions";
  INSERT INTO "LibraryDay"
    ("projectId", "day", "family", "sessions", "requests", "cost", "priced", "inexact", "reporting", "readOf", "read", "lost", "lossKnown")
    SELECT NEW."projectId", NEW."day", NEW."family", 1, NEW."requests", CAST(round(coalesce(NEW."cost", 0) * 1e9) AS INTEGER),
      (NEW."cost" IS NOT NULL), (NOT NEW."isCostExact"), (NEW."readShare" IS NOT NULL),
      CAST(iif(NEW."readShare" IS NULL, 0, coalesce(NEW."tokensIn", 0)) AS INTEGER),
      CAST(round(coalesce(NEW."readShare" * NEW."tokensIn", 0)) AS INTEGER),
      CAST(round(coalesce(NEW."lost", 0) * 1e9) AS INTEGER), (NEW."lost" IS NOT NULL)
    WHERE NOT NEW."isBinned"
    ON CONFLICT ("projectId", "day", "family") DO UPDATE SET
      "sessions" = "sessions" + excluded."sessions", "requests" = "requests" + excluded."requests",
      "cost" = "cost" + excluded."cost", "priced" = "priced" + excluded."priced",
      "inexact" = "inexact" + excluded."inexact", "reporting" = "reporting" + excluded."reporting",
      "readOf" = "readOf" + excluded."readOf", "read" = "read" + excluded."read",
      "lost" = "lost" + excluded."lost", "lossKnown" = "lossKnown" + excluded."lossKnown";
END;
