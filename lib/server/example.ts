import type { FileReport } from "../api/schemas/import-report";
import { stageBlob } from "./blobs";
import { getDb } from "./db/get-db";
import { listDeletions } from "./deleted-sessions";
import { importFiles } from "./import-files";
import type { ImportContext } from "./import-types";
import { missingImports } from "./missing-imports";

const FLAG = "example-offered";

/** Imports the built-in session. The seeded generator makes the same bytes each time, so a second import is a duplicate. */
export async function importExample(context: ImportContext = {}): Promise<FileReport[]> {
  const { generateExample } = await import("@/lib/example/generate-example");
  const bytes = new TextEncoder().encode(generateExample());
  const staged = await stageBlob([bytes] as unknown as AsyncIterable<Uint8Array>);
  return importFiles([{ ...staged, name: "example-session.jsonl" }], { ...context, isExample: true });
}

/**
 * Imports the example at the first start with an empty library. The flag keeps a deleted example from coming back. If
 * the flag was lost with the database, notes of imports and deletions show that the library is not new.
 */
export async function offerExample(): Promise<void> {
  const db = await getDb();
  if (await db.flag.findUnique({ where: { name: FLAG } })) return;
  const isNew = missingImports().length === 0 && (await listDeletions()).size === 0;
  if (isNew && (await db.session.count()) === 0) await importExample();
  await db.flag.create({ data: { name: FLAG } });
}
