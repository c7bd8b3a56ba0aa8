import { Problem } from "@/lib/api/problem";
import type { Prisma } from "@/prisma/clients/embedded.mjs";
import { ownTitles } from "./notes";
import { libraryDb } from "./refresh-items";

export type ChosenSession = { readonly id: string; readonly title: string; readonly projectId: string };

/** Listed sessions: neither built-in examples, nor copies, nor in the bin. */
const LISTED = { isExample: false, item: { isBinned: false, copyOf: null } } satisfies Prisma.SessionWhereInput;

/**
 * The sessions with these ids (without ids, all listed ones) for which `where` holds; newest imports first, with the
 * titles that the reader sees. Every id must exist; `pointer` is the place of the ids in the request's body.
 */
export async function chooseSessions(
  ids: readonly string[] | undefined,
  where: Prisma.SessionWhereInput = {},
  pointer = "$.sessions",
): Promise<ChosenSession[]> {
  const db = await libraryDb();
  const choice = ids ? { id: { in: [...ids] } } : LISTED;
  if (ids) {
    const stored = new Set((await db.session.findMany({ where: choice, select: { id: true } })).map(({ id }) => id));
    const missing = ids.findIndex((id) => !stored.has(id));
    if (missing >= 0) throw noSuchSession(`${pointer}[${missing}]`);
  }
  const sessions = await db.session.findMany({
    where: { AND: [choice, where] },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    select: { id: true, title: true, projectId: true },
  });
  const titles = await ownTitles(db);
  return sessions.map((session) => ({ ...session, title: titles.get(session.id) ?? session.title }));
}

const noSuchSession = (pointer: string) =>
  new Problem(404, "no-such-session", "there is no session with that id", {
    errors: [{ pointer, detail: "see GET /api/sessions" }],
  });
