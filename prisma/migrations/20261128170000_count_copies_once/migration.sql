-- AlterTable
ALTER TABLE "LibraryItem" ADD COLUMN "clientSessionHash" TEXT;
ALTER TABLE "LibraryItem" ADD COLUMN "exchangeHash" TEXT;
ALTER TABLE "LibraryItem" ADD COLUMN "format" TEXT NOT NULL DEFAULT '';

-- CreateIndex
CREATE INDEX "LibraryItem_clientSessionHash_idx" ON "LibraryItem"("clientSessionHash");

-- CreateIndex
CREATE INDEX "LibraryItem_exchangeHash_idx" ON "LibraryItem"("exchangeHash");

-- CreateIndex
CREATE INDEX "LibraryItem_copyOf_idx" ON "LibraryItem"("copyOf");

-- Until now, copies were in the sums. None is one until its row is made again, which the next start does for all.
UPDATE "LibraryItem" SET "copyOf" = NULL WHERE "copyOf" IS NOT NULL;

DROP TRIGGER "LibraryItem_added";
DROP TRIGGER "LibraryItem_removed";
DROP TRIGGER "LibraryItem_changed";

-- Keeps LibraryCount and LibraryDay in step with LibraryItem, in the transaction. A copy is in no sum.
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
    WHERE NOT NEW."isBinned" AND NEW."copyOf" IS NULL
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
    WHERE NOT OLD."isBinned" AND OLD."copyOf" IS NULL
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
    WHERE NOT OLD."isBinned" AND OLD."copyOf" IS NULL
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
    WHERE NOT NEW."isBinned" AND NEW."copyOf" IS NULL
    ON CONFLICT ("projectId", "day", "family") DO UPDATE SET
      "sessions" = "sessions" + excluded."sessions", "requests" = "requests" + excluded."requests",
      "cost" = "cost" + excluded."cost", "priced" = "priced" + excluded."priced",
      "inexact" = "inexact" + excluded."inexact", "reporting" = "reporting" + excluded."reporting",
      "readOf" = "readOf" + excluded."readOf", "read" = "read" + excluded."read",
      "lost" = "lost" + excluded."lost", "lossKnown" = "lossKnown" + excluded."lossKnown";
END;
