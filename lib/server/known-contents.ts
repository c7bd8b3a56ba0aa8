import { knownBody } from "@/lib/api/schemas/known-contents";
import { problemOfZod } from "@/lib/api/zod-problem";
import { getDb } from "./db/get-db";
import { parseJsonBody } from "./workers/parse-json";

/** POST /api/imports/known: of these hashes, those of imported files and of files that came with one. */
export async function findKnown(body: Uint8Array): Promise<{ known: string[] }> {
  const parsed = knownBody.safeParse(parseJsonBody(body));
  if (!parsed.success) throw problemOfZod(parsed.error);
  const { sha256 } = parsed.data;
  const rows = await (await getDb()).blob.findMany({
    where: { sha256: { in: sha256 }, OR: [{ files: { some: {} } }, { companions: { some: {} } }] },
    select: { sha256: true },
  });
  const known = new Set(rows.map((row) => row.sha256));
  return { known: [...new Set(sha256)].filter((hash) => known.has(hash)) };
}
