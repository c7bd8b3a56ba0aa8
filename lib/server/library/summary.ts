import { type LibrarySummary, toLibrarySummary } from "@/lib/view-models/library/library-totals";
import { countRangedLosses, readDayCells, readMostLost } from "./counts";
import { libraryDb } from "./refresh-items";

/** Rows in the list of sessions with the highest losses. */
const WORST = 4;

/** The library's totals, shown at the top of its page. */
export async function librarySummary(): Promise<LibrarySummary> {
  const db = await libraryDb();
  const [cells, worst, ranged] = await Promise.all([readDayCells(db), readMostLost(db, WORST), countRangedLosses(db)]);
  return toLibrarySummary(cells, worst, ranged > 0);
}
