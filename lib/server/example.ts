import type { FileReport } from "../api/schemas/import-report";
import { stageBlob } from "./blobs";
import { getDb } from "./db/get-db";
import { listDeletions } from "./deleted-sessions";
import { importFiles } from "./import-files";
import type { ImportContext } from "./import-types";
import { missingImports } from "./missing-imports";

const FLAG = "example-offered";

/** Imports the built-in session, made anew each time by the seeded generator; the same bytes, so again is a duplicate. */
export async function importExample(context: ImportContext = {}): Promise<FileReport[]> {
  const { generateExample } = await import("@/lib/example/generate-example");
  const bytes = new TextEncoder().encode(generateExample());
  const staged = await stageBlob([bytes] as unknown as AsyncIterable<Uint8Array>);
  return importFiles([{ ...staged, name: "example-session.jsonl" }], { ...context, isExample: true });
}

/**
 * At the first start with an empty library. The flag keeps a deleted example away for good; where the database was lost,
 * and the flag with it, what is left of the library tells.
 */
export async function offerExample(): Promise<void> {
  const db = await getDb();
  if (await db.flag.findUnique({ where: { name: FLAG } })) return;
  const isNew = missingImports().length === 0 && (await listDeletions()).size === 0;
  if (isNew && (await db.session.count()) === 0) await importExample();
  await db.flag.create({ data: { name: FLAG } });
}
