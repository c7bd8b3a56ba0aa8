// Writes a made-up library of rows into the database of DATABASE_URL, or the embedded one of WINNOW_DATA_DIR:
//   DATABASE_URL=postgres://… WINNOW_DATA_DIR=/tmp/big node scripts/run-ts.mjs bench/scale/make-rows.ts 100000
import { closeDb, getDb } from "@/lib/server/db/get-db";
import { isPostgres } from "@/lib/server/db/table-name";
import { makeMissingItems } from "@/lib/server/library/refresh-items";
import { writeLibrary } from "./write-library";

const wanted = Number(process.argv[2] ?? 10_000);
const seconds = (since: number) => `${((performance.now() - since) / 1_000).toFixed(0)} s`;

const started = performance.now();
const db = await getDb();
if ((await db.session.count()) > 0) throw new Error("the library is not empty");
await writeLibrary(db, wanted);
console.log(`${wanted} sessions written in ${seconds(started)}`);
const made = performance.now();
await makeMissingItems(db);
console.log(`their rows of the list made in ${seconds(made)}`);
await db.$executeRawUnsafe(isPostgres() ? "VACUUM ANALYZE" : "ANALYZE");
await closeDb();
process.exit(0);
