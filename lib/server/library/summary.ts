import { type LibrarySummary, toLibrarySummary } from "@/lib/view-models/library-totals";
import type { Library } from "./entries";

const summaries = new WeakMap<Library, LibrarySummary>();

/** The totals of one state of the library, which every drawing of its page shows. */
export function librarySummary(library: Library): LibrarySummary {
  const known = summaries.get(library) ?? toLibrarySummary(library.items);
  summaries.set(library, known);
  return known;
}
