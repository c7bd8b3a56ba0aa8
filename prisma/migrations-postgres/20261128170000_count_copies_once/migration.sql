-- AlterTable
ALTER TABLE "LibraryItem" ADD COLUMN     "clientSessionHash" TEXT COLLATE "C",
ADD COLUMN     "exchangeHash" TEXT COLLATE "C",
ADD COLUMN     "format" TEXT COLLATE "C" NOT NULL DEFAULT '';

-- CreateIndex
CREATE INDEX "LibraryItem_clientSessionHash_idx" ON "LibraryItem"("clientSessionHash");

-- CreateIndex
CREATE INDEX "LibraryItem_exchangeHash_idx" ON "LibraryItem"("exchangeHash");

-- CreateIndex
CREATE INDEX "LibraryItem_copyOf_idx" ON "LibraryItem"("copyOf");

-- Until now, copies were in the sums. None is one until its row is made again, which the next start does for all.
UPDATE "LibraryItem" SET "copyOf" = NULL WHERE "copyOf" IS NOT NULL;

-- Keeps LibraryCount and LibraryDay in step with LibraryItem, in the transaction and for all rows of a statement at once. A copy is in no sum.
CREATE OR REPLACE FUNCTION "countLibraryItems"() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
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
      FROM removed WHERE NOT "isBinned" AND "copyOf" IS NULL GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
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
      FROM added WHERE NOT "isBinned" AND "copyOf" IS NULL GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
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
