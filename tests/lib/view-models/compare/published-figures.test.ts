import { expect, test } from "vitest";
import { strategyAnswer } from "@/lib/api/answers/strategy";
import { STRATEGIES } from "@/lib/strategies";
import { toPublishedFigures } from "@/lib/view-models/compare/published-figures";
import { sketchComparison } from "../../../support/comparison-sketch";

const strategies = STRATEGIES.map(strategyAnswer);

test("published figures are next to ours, with what they were measured on", () => {
  const { results } = sketchComparison(
    { id: "winnow", saved: 0.4, recall: 1 },
    { id: "factory-anchored", saved: 0.625, recall: 0.5 },
    { id: "opaque", saved: 0, recall: 1, idle: true },
  );
  const { rows, measuredOn } = toPublishedFigures(results, strategies);
  expect(
    rows.map(({ id, column, removedHere, removed, quality }) => [id, column, removedHere, removed, quality]),
  ).toEqual([
    ["winnow", 0, "40.0\u202f%", null, null],
    ["factory-anchored", 1, "62.5\u202f%", "98.6\u202f%", "3.70"],
    ["regenerate", null, null, "98.7\u202f%", "3.44"],
    ["opaque", null, null, "99.3\u202f%", "3.35"],
  ]);
  expect(rows[0]?.qualityHere).toBe("not measured");
  expect(measuredOn).toEqual([
    { text: expect.stringContaining("36,611 messages"), source: expect.stringMatching(/^https:/) },
  ]);
});
