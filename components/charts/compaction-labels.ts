import type { TimelineCompaction } from "@/lib/view-models/session/timeline";
import { type ColumnLayout, xOf } from "./column-layout";
import { type LabelWish, type PlacedLabel, placeLabels } from "./label-layout";

/**
 * Labels above the plot, by priority: the compaction before the selected request, the first, the last, then the others.
 */
export function compactionLabels(
  compactions: readonly TimelineCompaction[],
  selected: number,
  layout: ColumnLayout,
): PlacedLabel[] {
  const followed = compactions.findLast(({ at }) => at <= selected);
  const order = [followed, compactions[0], compactions.at(-1), ...compactions].filter((entry) => entry !== undefined);
  const wishes = [...new Set(order)].map(
    ({ at, label }): LabelWish => ({ key: `${at}`, text: label, x: xOf(layout, at), align: "middle", isBold: true }),
  );
  return placeLabels(wishes, { left: layout.left, right: layout.left + layout.available });
}
