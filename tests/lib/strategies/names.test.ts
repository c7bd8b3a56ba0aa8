import { expect, test } from "vitest";
import { STRATEGIES } from "@/lib/strategies";
import { STRATEGY_NAMES } from "@/lib/strategies/names";

test("each strategy has one name, and each name one strategy", () => {
  expect(Object.keys(STRATEGY_NAMES).sort()).toEqual(STRATEGIES.map(({ id }) => id).sort());
  const names = Object.values(STRATEGY_NAMES);
  expect(new Set(names).size).toBe(names.length);
});

test("a name fits a column heading", () => {
  for (const name of Object.values(STRATEGY_NAMES)) expect(name.length, name).toBeLessThan(50);
});
