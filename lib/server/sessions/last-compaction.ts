import { readLastCompacted } from "../library/counts";
import { libraryDb } from "../library/refresh-items";
import { loadOutline } from "./agent-requests";

/** A compaction of the main agent, counted from 1. */
type LastCompaction = { readonly id: string; readonly number: number };

/** Maximum number of sessions in which to look for the compaction. */
const NEWEST = 8;

/** The newest compaction with a request before it, which a receipt compares with; null if the newest sessions have none. */
export async function lastCompaction(): Promise<LastCompaction | null> {
  for (const id of await readLastCompacted(await libraryDb(), NEWEST)) {
    const outline = await loadOutline(id, "main").catch(() => null); // the session was deleted or read again meanwhile
    const number = (outline?.compactions.findLastIndex(({ at }) => at > 0) ?? -1) + 1;
    if (number > 0) return { id, number };
  }
  return null;
}
