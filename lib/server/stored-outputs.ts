import { Problem } from "@/lib/api/problem";
import { blobPath } from "./blobs";
import { getDb } from "./db/get-db";
import { readOutputNote } from "./output-notes";
import { laneFor, runTask } from "./pool";
import { inStage } from "./server-timing";
import type { StoredOutputRow } from "./workers/body-task";

/** Adds rows for put-aside originals whose blobs a worker wrote. The same output has only one row. */
export async function saveOutputs(outputs: readonly StoredOutputRow[]): Promise<void> {
  if (outputs.length > 0) await inStage("save", () => saveRows(outputs));
}

async function saveRows(outputs: readonly StoredOutputRow[]): Promise<void> {
  const db = await getDb();
  await db.$transaction(async (transaction) => {
    for (const { id, sha256, tool, tokens, bytes } of outputs) {
      await transaction.blob.upsert({ where: { sha256 }, create: { sha256, bytes }, update: {} });
      await transaction.storedOutput.upsert({
        where: { id },
        create: { id, blobSha256: sha256, tool, tokens, bytes },
        update: {},
      });
    }
  });
}

export type OutputQuery = {
  readonly start: number | null;
  readonly end: number | null;
  readonly grep: string | null;
  readonly jsonPath: string | null;
};

/** A put-aside original or a part of it, as GET /api/refs/:id answers it. */
export async function queryOutput(id: string, query: OutputQuery, signal: AbortSignal) {
  const row = await (await getDb()).storedOutput.findUnique({ where: { id } });
  if (!row) throw new Problem(404, "no-such-ref", "nothing is kept under that reference");
  const input = { path: blobPath(row.blobSha256), sha256: row.blobSha256, ...query };
  const found = await runTask({ kind: "query", input }, { lane: laneFor(row.bytes), signal });
  if (!found.ok) throw new Problem(422, found.code, found.message);
  const { id: ref, tool, tokens, bytes, createdAt } = row;
  const note = readOutputNote(id);
  const { text, totalLines, lines, truncated } = found;
  return {
    id: ref,
    tool,
    tokens,
    bytes,
    put_aside_at: note?.putAsideAt ?? createdAt.toISOString(),
    source: note?.source ?? null,
    total_lines: totalLines,
    text,
    matches: lines,
    truncated,
  };
}
