import { knownBody } from "@/lib/api/schemas/known-contents";
import { problemOfZod } from "@/lib/api/zod-problem";
import { checkJson } from "@/lib/conversation/check-json";
import { getDb } from "../db/get-db";
import { currentProject } from "../process/caller-context";
import { parseJsonBody } from "../workers/parse-json";

/** POST /api/imports/known: the hashes among these that the project has, as an imported file or a companion. */
export async function findKnown(body: Uint8Array): Promise<{ known: string[] }> {
  const parsed = checkJson(knownBody, parseJsonBody(body));
  if (!parsed.success) throw problemOfZod(parsed.error);
  const { sha256 } = parsed.data;
  const db = await getDb();
  const projectId = currentProject();
  const select = { sha256: true } as const;
  const files = await db.importedFile.findMany({ where: { projectId, sha256: { in: sha256 } }, select });
  const companions = await db.companion.findMany({ where: { file: { projectId }, sha256: { in: sha256 } }, select });
  const known = new Set([...files, ...companions].map((row) => row.sha256));
  return { known: [...new Set(sha256)].filter((hash) => known.has(hash)) };
}
