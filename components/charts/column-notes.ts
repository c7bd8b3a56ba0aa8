import type { TimelineView } from "@/lib/view-models/timeline";
import type { BreakMark } from "./break-marks";
import type { Column } from "./column-layout";

/** The most items of one kind that are listed; the others are only counted. */
const LISTED = 3;

/**
 * Notes on a column for which the timeline has no room: shared columns, compactions, pauses, breaks that share a mark.
 */
export function columnNotes(view: TimelineView, marks: readonly BreakMark[], column: Column): string[] {
  const isHere = ({ at }: { at: number }) => at >= column.first && at <= column.last;
  const notes: string[] = [];
  if (column.last > column.first)
    notes.push(
      `Column of requests ${column.first + 1}–${column.last + 1}; the largest is shown, a click opens the column.`,
    );
  notes.push(
    ...list(
      view.compactions.filter(isHere).map(({ label }) => `Compaction ${label}`),
      "compactions",
    ),
  );
  notes.push(
    ...list(
      view.idles.filter(isHere).map(({ label, at }) => `${label} before ${at + 1}`),
      "pauses",
    ),
  );
  for (const { breaks } of marks)
    if (breaks.length > 1 && breaks.some(isHere)) notes.push(`${breaks.length} breaks in this mark: ${spell(breaks)}`);
  return notes;
}

const list = (texts: readonly string[], many: string): string[] =>
  texts.length <= LISTED ? [...texts] : [...texts.slice(0, LISTED), `and ${texts.length - LISTED} more ${many}`];

const MOST_SPELLED = 8;

function spell(breaks: BreakMark["breaks"]): string {
  const shown = breaks.slice(0, MOST_SPELLED).map(({ letter, at }) => `${letter} at ${at + 1}`);
  return shown.join(", ") + (breaks.length > MOST_SPELLED ? ` and ${breaks.length - MOST_SPELLED} more` : "");
}
