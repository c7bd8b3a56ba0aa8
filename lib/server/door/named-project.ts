import { Problem } from "@/lib/api/problem";
import { getDb } from "../db/get-db";
import { settleIn } from "../process/caller-context";

/** In this header a caller names the project, by id or name, of which alone a call is to know, and into which it writes. */
const PROJECT_HEADER = "x-winnow-project";

/** A header has no Chinese letters, so that a name may be escaped as in an address. */
function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Stays in the project that the request names. 404 if there is none for this caller. */
export async function enterNamedProject({ headers }: Request): Promise<void> {
  const sent = headers.get(PROJECT_HEADER);
  if (sent === null) return;
  const named = unescaped(sent);
  const db = await getDb();
  const row = await db.project.findFirst({ where: { OR: [{ id: named }, { name: named }] }, select: { id: true } });
  if (!row) throw new Problem(404, "no-such-project", "there is no project with that id or name");
  settleIn(row.id);
}
