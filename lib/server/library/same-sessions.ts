import type { SameSession } from "@/lib/api/schemas/session";
import { libraryDb } from "./refresh-items";

const SELECT = { sessionId: true, format: true, copyOf: true } as const;

/** The library's other files of this session: its original or its copies. */
export async function sameSessions(id: string): Promise<SameSession[]> {
  const db = await libraryDb();
  const own = await db.libraryItem.findUnique({ where: { sessionId: id }, select: SELECT });
  if (own === null) return [];
  const original = own.copyOf ?? id;
  const items = await db.libraryItem.findMany({
    where: { OR: [{ sessionId: original }, { copyOf: original }], NOT: { sessionId: id } },
    select: SELECT,
    orderBy: [{ started: "asc" }, { sessionId: "asc" }],
  });
  return items.map(({ sessionId, format, copyOf }) => ({ id: sessionId, format, counts: copyOf === null }));
}
