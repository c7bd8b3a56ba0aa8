import type { TimelineIdle } from "@/lib/view-models/session/timeline";
import { formatTokens } from "@/lib/wording/number-format";
import { type ColumnLayout, columnOf, middleOf, requestTicks, xOf } from "./column-layout";
import { type LabelWish, type PlacedLabel, placeLabels, thin } from "./label-layout";

export type PlacedIdle = TimelineIdle & { readonly x: number };

/** Minimum pixels between the rules of two pauses; if they are closer, only the longer pause gets a rule. */
const IDLE_DISTANCE = 10;

/** Positions of the pauses' rules, longest pause first. */
export const idleRules = (idles: readonly TimelineIdle[], layout: ColumnLayout): PlacedIdle[] =>
  thin(
    [...idles]
      .sort((one, other) => other.seconds - one.seconds)
      .map((idle) => ({ ...idle, x: Math.round(xOf(layout, idle.at)) - 0.5 })),
    IDLE_DISTANCE,
  );

type Axis = { layout: ColumnLayout; count: number; selected: number; idles: readonly PlacedIdle[] };

/** Number of pauses that are labelled before request numbers get the rest of the row. */
const NAMED_IDLES = 4;

/**
 * Labels under the cache strip, by priority: the selected request, the longest pauses, request numbers, other pauses.
 */
export function axisLabels({ layout, count, selected, idles }: Axis): PlacedLabel[] {
  const names = idles.map(
    (idle): LabelWish => ({ key: `idle ${idle.at}`, text: idle.label, x: idle.x + 1.5, align: "start" }),
  );
  const ticks = requestTicks(layout, count).map((tick): LabelWish => {
    const align = tick === layout.range.from + 1 ? ("start" as const) : ("middle" as const);
    return { key: `request ${tick}`, text: formatTokens(tick), x: middleOf(layout, tick - 1), align };
  });
  return placeLabels(
    [...selectedLabel(layout, selected), ...names.slice(0, NAMED_IDLES), ...ticks, ...names.slice(NAMED_IDLES)],
    { left: layout.left, right: layout.left + layout.available },
    10,
  );
}

export const SELECTED_KEY = "selected";

/** Empty if the selected request is outside the zoom. */
const selectedLabel = (layout: ColumnLayout, selected: number): LabelWish[] =>
  columnOf(layout, selected)
    ? [
        {
          key: SELECTED_KEY,
          text: formatTokens(selected + 1),
          x: middleOf(layout, selected),
          align: "middle",
          isBold: true,
        },
      ]
    : [];

/** Pixels per clock label, with the space around it. */
const CLOCK_WIDTH = 90;

/**
 * Labels of the clock row: a time about every hundred pixels, and the pauses by name. `clockOf` gives a request's time
 * as text, empty if the log has none.
 */
export function clockLabels(
  layout: ColumnLayout,
  idles: readonly PlacedIdle[],
  clockOf: (position: number) => string,
): PlacedLabel[] {
  const step = Math.max(1, Math.round(CLOCK_WIDTH / layout.pitch));
  const times = layout.columns.flatMap((column, at): LabelWish[] => {
    const text = at % step === 0 ? clockOf(column.first) : "";
    const align = at === 0 ? ("start" as const) : ("middle" as const);
    return text === ""
      ? []
      : [{ key: `clock ${column.first}`, text, x: column.x + (at === 0 ? 0 : column.width / 2), align }];
  });
  const names = idles.map(
    (idle): LabelWish => ({ key: `idle ${idle.at}`, text: idle.label, x: idle.x + 1.5, align: "start" }),
  );
  return placeLabels([...names, ...times], { left: layout.left, right: layout.left + layout.available }, 10);
}
