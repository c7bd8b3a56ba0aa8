import { Problem } from "../../api/problem";
import type { FileReport } from "../../api/schemas/import-report";
import { getDb } from "../db/get-db";
import { importFiles } from "../ingest/import-files";
import { stageBlob } from "../objects/blobs";
import { listDeletions } from "../store/deleted-sessions";
import type { ImportContext } from "../store/import-types";
import { missingImports } from "../store/missing-imports";
import { stateWindow } from "./state-model";

const FLAG = "example-offered";

/**
 * Imports the built-in session. The seeded generator makes the same bytes each time, so a second import is a duplicate.
 */
export async function importExample(context: ImportContext = {}): Promise<FileReport[]> {
  const { generateExample } = await import("@/lib/example/generate-example");
  const bytes = new TextEncoder().encode(generateExample());
  const staged = await stageBlob([bytes] as unknown as AsyncIterable<Uint8Array>);
  return importFiles([{ ...staged, name: "example-session.jsonl" }], { ...context, isExample: true });
}

/** Imports an article's example as a session; repeating it is a duplicate, because the bytes are the same. */
export async function importArticleExample(id: string, context: ImportContext = {}): Promise<FileReport[]> {
  const { exampleFile, findExample } = await import("@/lib/example/articles");
  const example = findExample(id);
  if (example === null) throw new Problem(404, "no-such-example", "GET /api/examples lists the ids of all examples");
  const staged = await stageBlob([
    new TextEncoder().encode(exampleFile(example)),
  ] as unknown as AsyncIterable<Uint8Array>);
  const reports = await importFiles([{ ...staged, name: `example-${id}.json` }], { ...context, isExample: true });
  const session = reports[0]?.sessions[0];
  if (example.window !== undefined && session !== undefined) await stateWindow(session, example.window);
  return reports;
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
