-- CreateTable
CREATE TABLE "ReportedSession" (
    "sessionId" TEXT NOT NULL,
    "fileId" TEXT NOT NULL,

    PRIMARY KEY ("sessionId", "fileId"),
    CONSTRAINT "ReportedSession_fileId_fkey" FOREIGN KEY ("fileId") REFERENCES "ImportedFile" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "ModelCalls" (
    "day" TEXT NOT NULL PRIMARY KEY,
    "calls" INTEGER NOT NULL
);

-- AlterTable
ALTER TABLE "SearchState" ADD COLUMN "projectId" TEXT NOT NULL DEFAULT 'default';

-- CreateIndex
CREATE INDEX "ReportedSession_fileId_idx" ON "ReportedSession"("fileId");

-- CreateIndex
CREATE INDEX "Companion_sha256_idx" ON "Companion"("sha256");

-- CreateIndex
CREATE INDEX "ImportedFile_sha256_idx" ON "ImportedFile"("sha256");

-- CreateIndex
CREATE INDEX "Session_isExample_idx" ON "Session"("isExample");

-- CreateIndex
CREATE INDEX "Session_startedAt_idx" ON "Session"("startedAt");

-- CreateIndex
CREATE INDEX "StoredOutput_blobSha256_idx" ON "StoredOutput"("blobSha256");

-- What the rows above are for sessions and files that are there already.
INSERT OR IGNORE INTO "ReportedSession" ("sessionId", "fileId")
  SELECT reported.value, f."id" FROM "ImportedFile" f, json_each(f."reportJson", '$.sessions') AS reported;
UPDATE "SearchState" SET "projectId" = coalesce(
  (SELECT s."projectId" FROM "Session" s WHERE s."id" = "SearchState"."sessionId"), "projectId");
INSERT INTO "LibraryCount" ("projectId", "kind", "value", "sessions")
  SELECT "projectId", 'files', '', count(*) FROM "ImportedFile" GROUP BY 1;
INSERT INTO "LibraryCount" ("projectId", "kind", "value", "sessions")
  SELECT "projectId", 'bytes', '', sum("bytes") FROM "ImportedFile" GROUP BY 1;
INSERT INTO "LibraryCount" ("projectId", "kind", "value", "sessions")
  SELECT "projectId", 'messages', '', sum("messages") FROM "SearchState" GROUP BY 1;

-- Keeps the number of imported files, their bytes and the messages in the search index, in the transaction.
CREATE TRIGGER "ImportedFile_added" AFTER INSERT ON "ImportedFile" BEGIN
  INSERT INTO "LibraryCount" ("projectId", "kind", "value", "sessions")
    VALUES (NEW."projectId", 'files', '', 1), (NEW."projectId", 'bytes', '', NEW."bytes")
    ON CONFLICT ("kind", "value", "projectId") DO UPDATE SET "sessions" = "sessions" + excluded."sessions";
END;
CREATE TRIGGER "ImportedFile_removed" AFTER DELETE ON "ImportedFile" BEGIN
  INSERT INTO "LibraryCount" ("projectId", "kind", "value", "sessions")
    VALUES (OLD."projectId", 'files', '', -1), (OLD."projectId", 'bytes', '', -OLD."bytes")
    ON CONFLICT ("kind", "value", "projectId") DO UPDATE SET "sessions" = "sessions" + excluded."sessions";
END;
CREATE TRIGGER "ImportedFile_changed" AFTER UPDATE OF "projectId", "bytes" ON "ImportedFile" BEGIN
  INSERT INTO "LibraryCount" ("projectId", "kind", "value", "sessions")
    VALUES (OLD."projectId", 'files', '', -1), (OLD."projectId", 'bytes', '', -OLD."bytes"),
      (NEW."projectId", 'files', '', 1), (NEW."projectId", 'bytes', '', NEW."bytes")
    ON CONFLICT ("kind", "value", "projectId") DO UPDATE SET "sessions" = "sessions" + excluded."sessions";
END;
CREATE TRIGGER "SearchState_added" AFTER INSERT ON "SearchState" BEGIN
  INSERT INTO "LibraryCount" ("projectId", "kind", "value", "sessions") VALUES (NEW."projectId", 'messages', '', NEW."messages")
    ON CONFLICT ("kind", "value", "projectId") DO UPDATE SET "sessions" = "sessions" + excluded."sessions";
END;
CREATE TRIGGER "SearchState_removed" AFTER DELETE ON "SearchState" BEGIN
  INSERT INTO "LibraryCount" ("projectId", "kind", "value", "sessions") VALUES (OLD."projectId", 'messages', '', -OLD."messages")
    ON CONFLICT ("kind", "value", "projectId") DO UPDATE SET "sessions" = "sessions" + excluded."sessions";
END;
CREATE TRIGGER "SearchState_changed" AFTER UPDATE OF "projectId", "messages" ON "SearchState" BEGIN
  INSERT INTO "LibraryCount" ("projectId", "kind", "value", "sessions")
    VALUES (OLD."projectId", 'messages', '', -OLD."messages"), (NEW."projectId", 'messages', '', NEW."messages")
    ON CONFLICT ("kind", "value", "projectId") DO UPDATE SET "sessions" = "sessions" + excluded."sessions";
END;
