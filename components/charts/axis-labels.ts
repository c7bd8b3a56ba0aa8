import type { TimelineIdle } from "@/lib/view-models/timeline";
import { type ColumnLayout, middleOf, requestTicks, xOf } from "./column-layout";
import { type LabelWish, type PlacedLabel, placeLabels, thin } from "./label-layout";

export type PlacedIdle = TimelineIdle & { readonly x: number };

/** Least distance in pixels between the rules of two pauses; of closer ones, the longest pause keeps its rule. */
const IDLE_DISTANCE = 10;

/** Where the rules of the pauses are drawn, the longest pause first. */
export const idleRules = (idles: readonly TimelineIdle[], layout: ColumnLayout): PlacedIdle[] =>
  thin(
    [...idles]
      .sort((one, other) => other.seconds - one.seconds)
      .map((idle) => ({ ...idle, x: Math.round(xOf(layout, idle.at)) - 0.5 })),
    IDLE_DISTANCE,
  );

type Axis = { layout: ColumnLayout; count: number; selected: number; idles: readonly PlacedIdle[] };

/** How many pauses are labelled before request numbers get the rest of the row. */
const NAMED_IDLES = 4;

/**
 * Labels under the cache strip, by priority: the selected request, the longest pauses, request numbers, other pauses.
 */
export function axisLabels({ layout, count, selected, idles }: Axis): PlacedLabel[] {
  const names = idles.map(
    (idle): LabelWish => ({ key: `idle ${idle.at}`, text: idle.label, x: idle.x + 1.5, align: "start" }),
  );
  const ticks = requestTicks(layout, count).map((tick): LabelWish => {
    const align = tick === 1 ? ("start" as const) : ("middle" as const);
    return { key: `request ${tick}`, text: `${tick}`, x: middleOf(layout, tick - 1), align };
  });
  return placeLabels(
    [selectedLabel(layout, selected), ...names.slice(0, NAMED_IDLES), ...ticks, ...names.slice(NAMED_IDLES)],
    { left: layout.left, right: layout.left + layout.available },
    10,
  );
}

export const SELECTED_KEY = "selected";

const selectedLabel = (layout: ColumnLayout, selected: number): LabelWish => ({
  key: SELECTED_KEY,
  text: `${selected + 1}`,
  x: middleOf(layout, selected),
  align: "middle",
  isBold: true,
});
