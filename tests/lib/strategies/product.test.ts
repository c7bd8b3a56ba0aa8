import { expect, test } from "vitest";
import { strategyAnswer } from "@/lib/api/answers/strategy";
import { strategyList } from "@/lib/api/schemas/strategy";
import { STRATEGIES } from "@/lib/strategies";

const DAY = /^\d{4}-\d{2}-\d{2}$/;

test.each(STRATEGIES.map(({ id, product }) => ({ id, product })))(
  "$id says which version of which product it follows, of which day, and when that was read",
  ({ product: { name, version, date, read, source } }) => {
    for (const word of [name, version, source]) expect(word.trim()).not.toBe("");
    for (const day of [date, read]) {
      expect(day).toMatch(DAY);
      expect(new Date(day).toISOString().slice(0, 10)).toBe(day);
    }
    expect(date <= read).toBe(true);
  },
);

test("the API tells all of it", () => {
  expect(() => strategyList.parse({ strategies: STRATEGIES.map(strategyAnswer) })).not.toThrow();
});
