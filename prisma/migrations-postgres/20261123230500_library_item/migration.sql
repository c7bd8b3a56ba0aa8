-- CreateTable
CREATE TABLE "LibraryItem" (
    "sessionId" TEXT COLLATE "C" NOT NULL,
    "projectId" TEXT COLLATE "C" NOT NULL DEFAULT 'default',
    "version" BIGINT NOT NULL,
    "importedAt" TIMESTAMP(3) NOT NULL,
    "isBinned" BOOLEAN NOT NULL,
    "number" BIGINT,
    "isIndexed" BOOLEAN NOT NULL,
    "titleHash" TEXT COLLATE "C" NOT NULL,
    "likeHash" TEXT COLLATE "C",
    "copyOf" TEXT COLLATE "C",
    "searchable" TEXT COLLATE "C" NOT NULL,
    "fileName" TEXT COLLATE "C" NOT NULL,
    "client" TEXT COLLATE "C" NOT NULL,
    "project" TEXT COLLATE "C",
    "firstModel" TEXT COLLATE "C",
    "errors" BIGINT NOT NULL,
    "title" TEXT COLLATE "C" NOT NULL,
    "model" TEXT COLLATE "C",
    "started" TEXT COLLATE "C",
    "duration" DOUBLE PRECISION,
    "requests" BIGINT NOT NULL,
    "peak" DOUBLE PRECISION,
    "tokensIn" DOUBLE PRECISION,
    "tokensOut" DOUBLE PRECISION,
    "readShare" DOUBLE PRECISION,
    "cost" DOUBLE PRECISION,
    "lost" DOUBLE PRECISION,
    "compactions" BIGINT NOT NULL,
    "breaks" BIGINT,
    "agents" BIGINT NOT NULL,
    "isCostExact" BOOLEAN NOT NULL,
    "day" TEXT COLLATE "C" NOT NULL,
    "family" TEXT COLLATE "C" NOT NULL,
    "countsJson" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "LibraryItem_pkey" PRIMARY KEY ("sessionId")
);

-- CreateTable
CREATE TABLE "LibraryValue" (
    "kind" TEXT COLLATE "C" NOT NULL,
    "value" TEXT COLLATE "C" NOT NULL,
    "sessionId" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "LibraryValue_pkey" PRIMARY KEY ("kind","value","sessionId")
);

-- CreateTable
CREATE TABLE "LibraryCount" (
    "projectId" TEXT COLLATE "C" NOT NULL,
    "kind" TEXT COLLATE "C" NOT NULL,
    "value" TEXT COLLATE "C" NOT NULL,
    "sessions" BIGINT NOT NULL,

    CONSTRAINT "LibraryCount_pkey" PRIMARY KEY ("kind","value","projectId")
);

-- CreateTable
CREATE TABLE "LibraryDay" (
    "projectId" TEXT COLLATE "C" NOT NULL,
    "day" TEXT COLLATE "C" NOT NULL,
    "family" TEXT COLLATE "C" NOT NULL,
    "sessions" BIGINT NOT NULL,
    "requests" BIGINT NOT NULL,
    "cost" BIGINT NOT NULL,
    "priced" BIGINT NOT NULL,
    "inexact" BIGINT NOT NULL,
    "reporting" BIGINT NOT NULL,
    "readOf" BIGINT NOT NULL,
    "read" BIGINT NOT NULL,
    "lost" BIGINT NOT NULL,
    "lossKnown" BIGINT NOT NULL,

    CONSTRAINT "LibraryDay_pkey" PRIMARY KEY ("projectId","day","family")
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

-- AddForeignKey
ALTER TABLE "LibraryItem" ADD CONSTRAINT "LibraryItem_sessionId_fkey" FOREIGN KEY ("sessionId") REFERENCES "Session"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "LibraryValue" ADD CONSTRAINT "LibraryValue_sessionId_fkey" FOREIGN KEY ("sessionId") REFERENCES "LibraryItem"("sessionId") ON DELETE CASCADE ON UPDATE CASCADE;

-- The orders of the list. Unknown values are last in both directions, and of equal ones the newest import is first, so that
-- each direction has an index of its own.
CREATE INDEX "LibraryItem_title_asc" ON "LibraryItem" ("title" ASC NULLS LAST, "importedAt" DESC, "sessionId" DESC) WHERE NOT "isBinned";
CREATE INDEX "LibraryItem_title_desc" ON "LibraryItem" ("title" DESC NULLS LAST, "importedAt" DESC, "sessionId" DESC) WHERE NOT "isBinned";
CREATE INDEX "LibraryItem_model_asc" ON "LibraryItem" ("model" ASC NULLS LAST, "importedAt" DESC, "sessionId" DESC) WHERE NOT "isBinned";
CREATE INDEX "LibraryItem_model_desc" ON "LibraryItem" ("model" DESC NULLS LAST, "importedAt" DESC, "sessionId" DESC) WHERE NOT "isBinned";
CREATE INDEX "LibraryItem_started_asc" ON "LibraryItem" ("started" ASC NULLS LAST, "importedAt" DESC, "sessionId" DESC) WHERE NOT "isBinned";
CREATE INDEX "LibraryItem_started_desc" ON "LibraryItem" ("started" DESC NULLS LAST, "importedAt" DESC, "sessionId" DESC) WHERE NOT "isBinned";
CREATE INDEX "LibraryItem_duration_asc" ON "LibraryItem" ("duration" ASC NULLS LAST, "importedAt" DESC, "sessionId" DESC) WHERE NOT "isBinned";
CREATE INDEX "LibraryItem_duration_desc" ON "LibraryItem" ("duration" DESC NULLS LAST, "importedAt" DESC, "sessionId" DESC) WHERE NOT "isBinned";
CREATE INDEX "LibraryItem_requests_asc" ON "LibraryItem" ("requests" ASC NULLS LAST, "importedAt" DESC, "sessionId" DESC) WHERE NOT "isBinned";
CREATE INDEX "LibraryItem_requests_desc" ON "LibraryItem" ("requests" DESC NULLS LAST, "importedAt" DESC, "sessionId" DESC) WHERE NOT "isBinned";
CREATE INDEX "LibraryItem_peak_asc" ON "LibraryItem" ("peak" ASC NULLS LAST, "importedAt" DESC, "sessionId" DESC) WHERE NOT "isBinned";
CREATE INDEX "LibraryItem_peak_desc" ON "LibraryItem" ("peak" DESC NULLS LAST, "importedAt" DESC, "sessionId" DESC) WHERE NOT "isBinned";
CREATE INDEX "LibraryItem_tokensIn_asc" ON "LibraryItem" ("tokensIn" ASC NULLS LAST, "importedAt" DESC, "sessionId" DESC) WHERE NOT "isBinned";
CREATE INDEX "LibraryItem_tokensIn_desc" ON "LibraryItem" ("tokensIn" DESC NULLS LAST, "importedAt" DESC, "sessionId" DESC) WHERE NOT "isBinned";
CREATE INDEX "LibraryItem_tokensOut_asc" ON "LibraryItem" ("tokensOut" ASC NULLS LAST, "importedAt" DESC, "sessionId" DESC) WHERE NOT "isBinned";
CREATE INDEX "LibraryItem_tokensOut_desc" ON "LibraryItem" ("tokensOut" DESC NULLS LAST, "importedAt" DESC, "sessionId" DESC) WHERE NOT "isBinned";
CREATE INDEX "LibraryItem_readShare_asc" ON "LibraryItem" ("readShare" ASC NULLS LAST, "importedAt" DESC, "sessionId" DESC) WHERE NOT "isBinned";
CREATE INDEX "LibraryItem_readShare_desc" ON "LibraryItem" ("readShare" DESC NULLS LAST, "importedAt" DESC, "sessionId" DESC) WHERE NOT "isBinned";
CREATE INDEX "LibraryItem_cost_asc" ON "LibraryItem" ("cost" ASC NULLS LAST, "importedAt" DESC, "sessionId" DESC) WHERE NOT "isBinned";
CREATE INDEX "LibraryItem_cost_desc" ON "LibraryItem" ("cost" DESC NULLS LAST, "importedAt" DESC, "sessionId" DESC) WHERE NOT "isBinned";
CREATE INDEX "LibraryItem_lost_asc" ON "LibraryItem" ("lost" ASC NULLS LAST, "importedAt" DESC, "sessionId" DESC) WHERE NOT "isBinned";
CREATE INDEX "LibraryItem_lost_desc" ON "LibraryItem" ("lost" DESC NULLS LAST, "importedAt" DESC, "sessionId" DESC) WHERE NOT "isBinned";
CREATE INDEX "LibraryItem_compactions_asc" ON "LibraryItem" ("compactions" ASC NULLS LAST, "importedAt" DESC, "sessionId" DESC) WHERE NOT "isBinned";
CREATE INDEX "LibraryItem_compactions_desc" ON "LibraryItem" ("compactions" DESC NULLS LAST, "importedAt" DESC, "sessionId" DESC) WHERE NOT "isBinned";
CREATE INDEX "LibraryItem_breaks_asc" ON "LibraryItem" ("breaks" ASC NULLS LAST, "importedAt" DESC, "sessionId" DESC) WHERE NOT "isBinned";
CREATE INDEX "LibraryItem_breaks_desc" ON "LibraryItem" ("breaks" DESC NULLS LAST, "importedAt" DESC, "sessionId" DESC) WHERE NOT "isBinned";
CREATE INDEX "LibraryItem_agents_asc" ON "LibraryItem" ("agents" ASC NULLS LAST, "importedAt" DESC, "sessionId" DESC) WHERE NOT "isBinned";
CREATE INDEX "LibraryItem_agents_desc" ON "LibraryItem" ("agents" DESC NULLS LAST, "importedAt" DESC, "sessionId" DESC) WHERE NOT "isBinned";
CREATE INDEX "LibraryItem_errors" ON "LibraryItem" ("importedAt") WHERE "errors" > 0;
CREATE INDEX "LibraryItem_copies" ON "LibraryItem" ("importedAt") WHERE "copyOf" IS NOT NULL;

-- All pieces of three characters of a text, so that a part of a word is found without reading every text. Behind the text
-- stand two spaces, so that its last characters begin a piece too.
CREATE FUNCTION "libraryGrams"(searched text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT array_to_tsvector(coalesce(array_agg(DISTINCT substr(searched || '  ', place, 3)), '{}'))
  FROM generate_series(1, length(searched)) AS place
$$;
CREATE INDEX "LibraryItem_grams" ON "LibraryItem" USING GIN ("libraryGrams"("searchable"));

-- Keeps LibraryCount and LibraryDay in step with LibraryItem, in the transaction and for all rows of a statement at once.
CREATE FUNCTION "countLibraryItems"() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO "LibraryCount" AS kept ("projectId", "kind", "value", "sessions")
      SELECT "projectId", c ->> 0, c ->> 1, -count(*) FROM removed, jsonb_array_elements(removed."countsJson"::jsonb) AS c GROUP BY 1, 2, 3
      ORDER BY 1, 2, 3
      ON CONFLICT ("kind", "value", "projectId") DO UPDATE SET "sessions" = kept."sessions" + EXCLUDED."sessions";
    INSERT INTO "LibraryDay" AS kept
      ("projectId", "day", "family", "sessions", "requests", "cost", "priced", "inexact", "reporting", "readOf", "read", "lost", "lossKnown")
      SELECT "projectId", "day", "family", -count(*), -sum("requests"), -coalesce(sum(round("cost" * 1e9)), 0)::bigint, -count("cost"),
        -count(*) FILTER (WHERE NOT "isCostExact"), -count("readShare"),
        -coalesce(sum("tokensIn") FILTER (WHERE "readShare" IS NOT NULL), 0)::bigint,
        -coalesce(sum(round("readShare" * "tokensIn")), 0)::bigint, -coalesce(sum(round("lost" * 1e9)), 0)::bigint, -count("lost")
      FROM removed WHERE NOT "isBinned" GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
      ON CONFLICT ("projectId", "day", "family") DO UPDATE SET
        "sessions" = kept."sessions" + EXCLUDED."sessions", "requests" = kept."requests" + EXCLUDED."requests",
        "cost" = kept."cost" + EXCLUDED."cost", "priced" = kept."priced" + EXCLUDED."priced",
        "inexact" = kept."inexact" + EXCLUDED."inexact", "reporting" = kept."reporting" + EXCLUDED."reporting",
        "readOf" = kept."readOf" + EXCLUDED."readOf", "read" = kept."read" + EXCLUDED."read",
        "lost" = kept."lost" + EXCLUDED."lost", "lossKnown" = kept."lossKnown" + EXCLUDED."lossKnown";
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO "LibraryCount" AS kept ("projectId", "kind", "value", "sessions")
      SELECT "projectId", c ->> 0, c ->> 1, count(*) FROM added, jsonb_array_elements(added."countsJson"::jsonb) AS c GROUP BY 1, 2, 3
      ORDER BY 1, 2, 3
      ON CONFLICT ("kind", "value", "projectId") DO UPDATE SET "sessions" = kept."sessions" + EXCLUDED."sessions";
    INSERT INTO "LibraryDay" AS kept
      ("projectId", "day", "family", "sessions", "requests", "cost", "priced", "inexact", "reporting", "readOf", "read", "lost", "lossKnown")
      SELECT "projectId", "day", "family", count(*), sum("requests"), coalesce(sum(round("cost" * 1e9)), 0)::bigint, count("cost"),
        count(*) FILTER (WHERE NOT "isCostExact"), count("readShare"),
        coalesce(sum("tokensIn") FILTER (WHERE "readShare" IS NOT NULL), 0)::bigint,
        coalesce(sum(round("readShare" * "tokensIn")), 0)::bigint, coalesce(sum(round("lost" * 1e9)), 0)::bigint, count("lost")
      FROM added WHERE NOT "isBinned" GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
      ON CONFLICT ("projectId", "day", "family") DO UPDATE SET
        "sessions" = kept."sessions" + EXCLUDED."sessions", "requests" = kept."requests" + EXCLUDED."requests",
        "cost" = kept."cost" + EXCLUDED."cost", "priced" = kept."priced" + EXCLUDED."priced",
        "inexact" = kept."inexact" + EXCLUDED."inexact", "reporting" = kept."reporting" + EXCLUDED."reporting",
        "readOf" = kept."readOf" + EXCLUDED."readOf", "read" = kept."read" + EXCLUDED."read",
        "lost" = kept."lost" + EXCLUDED."lost", "lossKnown" = kept."lossKnown" + EXCLUDED."lossKnown";
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER "LibraryItem_added" AFTER INSERT ON "LibraryItem"
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION "countLibraryItems"();
CREATE TRIGGER "LibraryItem_removed" AFTER DELETE ON "LibraryItem"
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION "countLibraryItems"();
CREATE TRIGGER "LibraryItem_changed" AFTER UPDATE ON "LibraryItem"
  REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION "countLibraryItems"();
