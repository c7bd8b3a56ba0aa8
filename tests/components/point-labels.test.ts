import { fc, test as property } from "@fast-check/vitest";
import { expect, test } from "vitest";
import { type LabelMark, type PlacedLabel, placeLabels, spreadMarks } from "@/components/charts/point-labels";

const plot = { left: 46, top: 26, right: 700, bottom: 300 };

const mark = fc.record({
  label: fc.stringMatching(/^[A-Za-z0-9-]{4,22}$/),
  left: fc.integer({ min: plot.left, max: plot.right }),
  top: fc.integer({ min: plot.top, max: plot.bottom }),
  isPublished: fc.boolean(),
});
const marksOf = (list: readonly Omit<LabelMark, "id">[]): LabelMark[] =>
  list.map((one, index) => ({ ...one, id: String(index) }));

/** Capitals of the font are up to 7.4 px wide at 11 px, digits 6.6, small letters 6 on average. */
const advance = (character: string) => (/[A-Z]/.test(character) ? 7.4 : /[0-9]/.test(character) ? 6.6 : 5.8);

function span({ x, y, anchor }: PlacedLabel, label: string) {
  const width = [...label].reduce((sum, character) => sum + advance(character), 0);
  const left = anchor === "start" ? x : anchor === "middle" ? x - width / 2 : x - width;
  return { left, right: left + width, top: y - 9, bottom: y + 2 };
}

property.prop([fc.array(mark, { maxLength: 24 }), fc.boolean()])(
  "law: no two labels touch, and all are inside the plot",
  (list, isComplete) => {
    const marks = marksOf(list);
    const boxes = placeLabels(marks, plot, isComplete).map((label) =>
      span(label, marks[Number(label.id)]?.label ?? ""),
    );
    for (const [at, one] of boxes.entries()) {
      expect(one.left >= plot.left && one.right <= plot.right && one.bottom <= plot.bottom).toBe(true);
      for (const other of boxes.slice(at + 1))
        expect(
          one.right <= other.left || other.right <= one.left || one.bottom <= other.top || other.bottom <= one.top,
        ).toBe(true);
    }
  },
);

test("six strategies in one place all keep their names, the farther ones joined by a line", () => {
  const names = ["winnow", "swe-agent-last-n", "roo-truncate", "kilo-truncate", "claude-code", "centagent-externalise"];
  const marks = marksOf(names.map((label, at) => ({ label, left: 400 + at, top: 150 + at, isPublished: true })));
  expect(placeLabels(marks, plot)).not.toHaveLength(6);
  const all = placeLabels(marks, plot, true);
  expect(all).toHaveLength(6);
  expect(all.some(({ hasLeader }) => hasLeader)).toBe(true);
});

test("a mark without a label has none, and other labels avoid it", () => {
  const named = { id: "named", label: "advice", left: 200, top: 150, isPublished: true };
  const above = { id: "above", label: "", left: 200, top: 138, isPublished: false };
  const [alone] = placeLabels([named], plot);
  const beside = placeLabels([named, above], plot);

  expect(alone).toMatchObject({ x: 200, anchor: "middle" });
  expect(beside).toHaveLength(1);
  expect(beside[0]).toMatchObject({ x: 209, anchor: "start" });
});

test("a Chinese label is as wide as its characters", () => {
  const marks = marksOf([
    { label: "最便宜的建议在此", left: 200, top: 150, isPublished: true },
    { label: "拐点", left: 235, top: 150, isPublished: false },
  ]);
  const [first, second] = placeLabels(marks, plot);

  expect(first).toMatchObject({ y: 141, anchor: "middle" });
  expect(second?.y).not.toBe(141);
});

test("marks in one place are moved side by side, in order; others stay", () => {
  const marks = marksOf([
    { label: "later", left: 202, top: 150, isPublished: true },
    { label: "earlier", left: 200, top: 151, isPublished: true },
    { label: "above", left: 201, top: 120, isPublished: true },
  ]);

  expect(spreadMarks(marks).map(({ left }) => left)).toEqual([207, 195, 201]);
});

test("a label avoids what is blocked", () => {
  const [mark] = marksOf([{ label: "advice", left: 200, top: 150, isPublished: true }]);
  const above = { left: 100, right: 300, top: 140, bottom: 142 };

  expect(placeLabels(mark ? [mark] : [], plot, true, [above])).toMatchObject([{ x: 209, anchor: "start" }]);
});
