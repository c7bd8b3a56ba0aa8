import { expect, test } from "vitest";
import { strategyAnswer } from "@/lib/api/answers/strategy";
import { strategyList } from "@/lib/api/schemas/strategy";
import { STRATEGIES } from "@/lib/strategies";
import { guideOf } from "@/lib/strategies/guide";
import { GUIDE_ROWS } from "@/lib/strategies/guide-rows";

const DAY = /^\d{4}-\d{2}-\d{2}$/;

test.each(STRATEGIES.map(({ id, product }) => ({ id, product })))(
  "$id states its product, version and date, and when that was read",
  ({ product: { name, version, date, read, source } }) => {
    for (const word of [name, version, source]) expect(word.trim()).not.toBe("");
    for (const day of [date, read]) {
      expect(day).toMatch(DAY);
      expect(new Date(day).toISOString().slice(0, 10)).toBe(day);
    }
    expect(date <= read).toBe(true);
  },
);

test("each strategy has a guide, and no guide is unused", () => {
  expect(Object.keys(GUIDE_ROWS).sort()).toEqual(STRATEGIES.map(({ id }) => id).sort());
  for (const strategy of STRATEGIES)
    for (const text of [guideOf(strategy).useWhen, guideOf(strategy).trigger, guideOf(strategy).fallback])
      expect(text).toMatch(/^\S.*[^.\s]$/);
});

test("published figures accompany the three kinds of summaries", () => {
  const published = STRATEGIES.flatMap((strategy) => {
    const found = guideOf(strategy).published;
    return found ? [[strategy.id, found.removed, found.quality]] : [];
  });
  expect(published).toEqual([
    ["factory-anchored", 0.986, 3.7],
    ["regenerate", 0.987, 3.44],
    ["opaque", 0.993, 3.35],
  ]);
});

test("the API's schema accepts the facts of every strategy", () => {
  expect(() => strategyList.parse({ strategies: STRATEGIES.map(strategyAnswer) })).not.toThrow();
});
