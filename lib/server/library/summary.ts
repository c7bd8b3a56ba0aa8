import { type LibrarySummary, toLibrarySummary } from "@/lib/view-models/library/library-totals";
import { readDayCells, readMostLost } from "./counts";
import { libraryDb } from "./refresh-items";

/** Rows of the list of sessions that lost most. */
const WORST = 4;

/** The totals of the library, which every drawing of its page shows. */
export async function librarySummary(): Promise<LibrarySummary> {
  const db = await libraryDb();
  const [cells, worst] = await Promise.all([readDayCells(db), readMostLost(db, WORST)]);
  return toLibrarySummary(cells, worst);
}
