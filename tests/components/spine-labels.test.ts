import { fc, test as property } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import { axisLabels, idleRules } from "@/components/charts/axis-labels";
import { breakMarks, MARK_SIZE, markUnder, placeBreaks } from "@/components/charts/break-marks";
import { layOutColumns, middleOf } from "@/components/charts/column-layout";
import { columnNotes } from "@/components/charts/column-notes";
import type { PlacedLabel } from "@/components/charts/label-layout";
import { compactionLabels } from "@/components/charts/timeline";
import type { TimelineBreak, TimelineView } from "@/lib/view-models/session/timeline";
import { formatTokens } from "@/lib/wording/number-format";

const LEFT = 56;

/** A session of any length in a plot of any width, with events anywhere. */
const spine = fc
  .record({ count: fc.integer({ min: 1, max: 12_000 }), available: fc.integer({ min: 120, max: 2400 }) })
  .chain(({ count, available }) => {
    const at = fc.integer({ min: 0, max: count - 1 });
    const places = fc.uniqueArray(at, { maxLength: 400 }).map((list) => list.sort((one, other) => one - other));
    return fc.record({
      count: fc.constant(count),
      layout: fc.constant(layOutColumns(Array(count).fill(1), available, LEFT)),
      selected: at,
      places,
      seeds: fc.array(fc.nat(), { minLength: 400, maxLength: 400 }),
    });
  });

const breaksAt = (places: readonly number[], seeds: readonly number[]): TimelineBreak[] =>
  places.map((at, index) => {
    const seed = seeds[index] ?? 0;
    return { at, letter: seed % 3 ? "C" : "?", isExpected: seed % 3 > 0, lostTokens: seed % 90_000 };
  });

function expectApart(labels: readonly PlacedLabel[], right: number) {
  const sorted = [...labels].sort((one, other) => one.from - other.from);
  for (const [index, label] of sorted.entries()) {
    expect(label.from).toBeGreaterThanOrEqual(LEFT);
    expect(label.to).toBeLessThanOrEqual(right);
    expect(label.from).toBeGreaterThan(sorted[index - 1]?.to ?? Number.NEGATIVE_INFINITY);
  }
}

describe("laws of the spine's marks", () => {
  property.prop([spine])("every break is in exactly one mark; marks never touch and stay in the plot", (drawn) => {
    const { layout, places, seeds } = drawn;
    const breaks = breaksAt(places, seeds);
    const marks = breakMarks(breaks, layout);
    expect(marks.flatMap((mark) => mark.breaks)).toEqual(breaks);
    for (const [index, mark] of marks.entries()) {
      expect(mark.x).toBeGreaterThanOrEqual(Math.max(LEFT, (marks[index - 1]?.x ?? -99) + MARK_SIZE + 1));
      expect(mark.x + MARK_SIZE).toBeLessThanOrEqual(LEFT + layout.available);
      expect(mark.breaks).toContain(mark.shown);
      if (mark.shown.isExpected) expect(mark.breaks.every((found) => found.isExpected)).toBe(true);
      for (const found of mark.breaks) expect(Math.abs(middleOf(layout, found.at) - mark.x - 7)).toBeLessThan(32);
    }
  });

  property.prop([spine])(
    "no two compaction labels touch, all stay in the plot, the first and the last come first",
    (drawn) => {
      const { layout, places, selected } = drawn;
      const compactions = places.map((at) => ({ at, label: "1,048k → 19k" }));
      const labels = compactionLabels(compactions, selected, layout);
      expectApart(labels, LEFT + layout.available);
      if (places.length > 0) expect(labels.length).toBeGreaterThan(0);
      const followed = compactions.findLast(({ at }) => at <= selected) ?? compactions[0];
      if (followed) expect(labels.map((label) => label.key)).toContain(`${followed.at}`);
    },
  );

  property.prop([spine])("axis labels never touch, and the selected request always has its own", (drawn) => {
    const { layout, places, seeds, selected, count } = drawn;
    const idles = idleRules(
      places.map((at, index) => ({ at, seconds: seeds[index] ?? 0, label: `idle ${(seeds[index] ?? 0) % 99} h 27 m` })),
      layout,
    );
    const labels = axisLabels({ layout, count, selected, idles });
    expectApart(labels, LEFT + layout.available);
    expect(labels[0]).toMatchObject({ key: "selected", text: formatTokens(selected + 1) });
    const xs = idles.map(({ x }) => x).sort((one, other) => one - other);
    for (const [index, x] of xs.entries()) expect(x - (xs[index - 1] ?? -99)).toBeGreaterThanOrEqual(10);
  });
});

describe("break marks", () => {
  const found = (at: number, lostTokens: number, isExpected = false): TimelineBreak => ({
    at,
    letter: isExpected ? "C" : "?",
    isExpected,
    lostTokens,
  });
  const span = { left: 0, right: 100 };

  test("closer than 15 pixels move right, in order", () => {
    expect(placeBreaks([found(10, 1), found(22, 1)], (at) => at + 7, span).map(({ x }) => x)).toEqual([10, 25]);
  });

  test("share a box if there is no room, under the letter of the worst", () => {
    const breaks = [found(10, 9, true), found(11, 4), found(12, 7), found(13, 8, true)];
    const [first, second, ...rest] = placeBreaks(breaks, (at) => at + 7, span);
    expect(rest).toEqual([]);
    expect([first?.breaks.length, second?.breaks.length]).toEqual([1, 3]);
    expect(second?.shown).toMatchObject({ at: 12, lostTokens: 7 });
    expect(markUnder([...placeBreaks(breaks, (at) => at + 7, span)], 26)?.shown.at).toBe(12);
  });

  test("at the right edge join the last box", () => {
    const marks = placeBreaks([found(95, 1), found(96, 2), found(97, 3)], (at) => at, span);
    expect(marks).toMatchObject([{ x: 86, shown: { at: 97 } }]);
  });

  test("the tooltip shows what has no room", () => {
    const layout = layOutColumns(Array(1000).fill(1), 100, 0);
    const breaks = [3, 4, 5, 6].map((at) => found(at, at));
    const view: TimelineView = {
      points: [],
      window: null,
      reserveFrom: null,
      isEstimate: false,
      isWindowFar: false,
      isCacheSimulated: false,
      isCacheUnknown: false,
      isBreaksUnknown: false,
      isReadsOnly: false,
      breaks,
      compactions: [3, 4, 5, 6, 7].map((at) => ({ at, label: `${at}k → 1k` })),
      idles: [],
    };
    const column = layout.columns[0];
    if (!column) throw new Error("no column");
    expect(columnNotes(view, breakMarks(breaks, layout), column)).toEqual([
      "Requests 1–40; only the largest is shown. Click to show each of them.",
      "Compaction 3k → 1k",
      "Compaction 4k → 1k",
      "Compaction 5k → 1k",
      "and 2 more compactions",
      "3 breaks in this mark: ? at 5, ? at 6, ? at 7",
    ]);
  });
});
