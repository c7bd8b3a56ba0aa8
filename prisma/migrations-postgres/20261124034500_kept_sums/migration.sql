-- CreateTable
CREATE TABLE "ReportedSession" (
    "sessionId" TEXT COLLATE "C" NOT NULL,
    "fileId" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "ReportedSession_pkey" PRIMARY KEY ("sessionId","fileId")
);

-- CreateTable
CREATE TABLE "ModelCalls" (
    "day" TEXT COLLATE "C" NOT NULL,
    "calls" BIGINT NOT NULL,

    CONSTRAINT "ModelCalls_pkey" PRIMARY KEY ("day")
);

-- AlterTable
ALTER TABLE "SearchState" ADD COLUMN     "projectId" TEXT COLLATE "C" NOT NULL DEFAULT 'default';

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

-- AddForeignKey
ALTER TABLE "ReportedSession" ADD CONSTRAINT "ReportedSession_fileId_fkey" FOREIGN KEY ("fileId") REFERENCES "ImportedFile"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What the rows above are for sessions and files that are there already. The ids are cut out of the text, because PostgreSQL
-- refuses to read JSON in which an excerpt has the character U+0000; inside of other values quotes have a backslash.
INSERT INTO "ReportedSession" ("sessionId", "fileId")
  SELECT DISTINCT (regexp_matches(substring(f."reportJson" from '"sessions":\[([^\]]*)\]'), '"([^"]+)"', 'g'))[1], f."id"
  FROM "ImportedFile" f;
UPDATE "SearchState" t SET "projectId" = s."projectId" FROM "Session" s
  WHERE s."id" = t."sessionId" AND s."projectId" <> t."projectId";
INSERT INTO "LibraryCount" ("projectId", "kind", "value", "sessions")
  SELECT "projectId", 'files', '', count(*) FROM "ImportedFile" GROUP BY 1;
INSERT INTO "LibraryCount" ("projectId", "kind", "value", "sessions")
  SELECT "projectId", 'bytes', '', sum("bytes")::bigint FROM "ImportedFile" GROUP BY 1;
INSERT INTO "LibraryCount" ("projectId", "kind", "value", "sessions")
  SELECT "projectId", 'messages', '', sum("messages")::bigint FROM "SearchState" GROUP BY 1;

-- Keeps the number of imported files, their bytes and the messages in the search index, in the transaction and for all rows
-- of a statement at once.
CREATE FUNCTION "countImportedFiles"() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO "LibraryCount" AS kept ("projectId", "kind", "value", "sessions")
      SELECT r."projectId", n.kind, '', -sum(n.more)::bigint
      FROM removed r CROSS JOIN LATERAL (VALUES ('files', 1::bigint), ('bytes', r."bytes")) AS n(kind, more)
      GROUP BY 1, 2 ORDER BY 1, 2
      ON CONFLICT ("kind", "value", "projectId") DO UPDATE SET "sessions" = kept."sessions" + EXCLUDED."sessions";
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO "LibraryCount" AS kept ("projectId", "kind", "value", "sessions")
      SELECT a."projectId", n.kind, '', sum(n.more)::bigint
      FROM added a CROSS JOIN LATERAL (VALUES ('files', 1::bigint), ('bytes', a."bytes")) AS n(kind, more)
      GROUP BY 1, 2 ORDER BY 1, 2
      ON CONFLICT ("kind", "value", "projectId") DO UPDATE SET "sessions" = kept."sessions" + EXCLUDED."sessions";
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER "ImportedFile_added" AFTER INSERT ON "ImportedFile"
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION "countImportedFiles"();
CREATE TRIGGER "ImportedFile_removed" AFTER DELETE ON "ImportedFile"
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION "countImportedFiles"();
CREATE TRIGGER "ImportedFile_changed" AFTER UPDATE ON "ImportedFile"
  REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION "countImportedFiles"();

CREATE FUNCTION "countIndexedMessages"() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO "LibraryCount" AS kept ("projectId", "kind", "value", "sessions")
      SELECT "projectId", 'messages', '', -sum("messages")::bigint FROM removed GROUP BY 1 ORDER BY 1
      ON CONFLICT ("kind", "value", "projectId") DO UPDATE SET "sessions" = kept."sessions" + EXCLUDED."sessions";
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO "LibraryCount" AS kept ("projectId", "kind", "value", "sessions")
      SELECT "projectId", 'messages', '', sum("messages")::bigint FROM added GROUP BY 1 ORDER BY 1
      ON CONFLICT ("kind", "value", "projectId") DO UPDATE SET "sessions" = kept."sessions" + EXCLUDED."sessions";
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER "SearchState_added" AFTER INSERT ON "SearchState"
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION "countIndexedMessages"();
CREATE TRIGGER "SearchState_removed" AFTER DELETE ON "SearchState"
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION "countIndexedMessages"();
CREATE TRIGGER "SearchState_changed" AFTER UPDATE ON "SearchState"
  REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION "countIndexedMessages"();
