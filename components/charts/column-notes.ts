import type { TimelineView } from "@/lib/view-models/session/timeline";
import { english, type Say } from "@/lib/wording/say";
import type { BreakMark } from "./break-marks";
import type { Column } from "./column-layout";

/** Maximum number of listed items of one kind; any others are only counted. */
const LISTED = 3;

/** Notes on a column that do not fit in the timeline: shared columns, compactions, pauses, breaks that share a mark. */
export function columnNotes(
  view: TimelineView,
  marks: readonly BreakMark[],
  column: Column,
  say: Say = english,
): string[] {
  const isHere = ({ at }: { at: number }) => at >= column.first && at <= column.last;
  const notes: string[] = [];
  if (column.last > column.first)
    notes.push(
      say("Requests {first}–{last}; only the largest is shown. Click to show each of them.", {
        first: column.first + 1,
        last: column.last + 1,
      }),
    );
  notes.push(
    ...list(
      view.compactions.filter(isHere).map(({ label }) => say("Compaction {label}", { label })),
      (count) => say("and {count} more compactions", { count }),
    ),
  );
  notes.push(
    ...list(
      view.idles.filter(isHere).map(({ label, at }) => say("{label} before {request}", { label, request: at + 1 })),
      (count) => say("and {count} more pauses", { count }),
    ),
  );
  for (const { breaks } of marks)
    if (breaks.length > 1 && breaks.some(isHere))
      notes.push(say("{count} breaks in this mark: {breaks}", { count: breaks.length, breaks: spell(breaks, say) }));
  return notes;
}

const list = (texts: readonly string[], others: (count: number) => string): string[] =>
  texts.length <= LISTED ? [...texts] : [...texts.slice(0, LISTED), others(texts.length - LISTED)];

const MAX_SPELLED = 8;

function spell(breaks: BreakMark["breaks"], say: Say): string {
  const shown = breaks
    .slice(0, MAX_SPELLED)
    .map(({ letter, at }) => say("{letter} at {request}", { letter, request: at + 1 }));
  return (
    shown.join(say(", ")) +
    (breaks.length > MAX_SPELLED ? say(" and {more} more", { more: breaks.length - MAX_SPELLED }) : "")
  );
}
