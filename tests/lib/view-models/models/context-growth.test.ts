import { readFileSync } from "node:fs";
import { fc, test as property } from "@fast-check/vitest";
import { expect, test } from "vitest";
import { contextGrowth, drawContextGrowth, THEMES } from "@/lib/view-models/models/context-growth";

property.prop([fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 500 }), fc.integer({ min: 1, max: 90 })])(
  "with a cached prefix all requests together cost what the last prompt costs once",
  (requests, start, step) => {
    const steps = contextGrowth({ requests, start, step });
    const cached = steps.reduce((sum, { cached }) => sum + cached, 0);
    expect(cached).toBe(steps.at(-1)?.whole);
    for (const { whole, cached, held, prompt } of steps) {
      expect(cached).toBeLessThanOrEqual(whole);
      expect(held).toBe(prompt);
    }
  },
);

test("pairs are those of causal attention", () => {
  expect(contextGrowth({ requests: 2, start: 3, step: 1 }).map(({ whole, cached }) => [whole, cached])).toEqual([
    [6, 6],
    [10, 4],
  ]);
});

test("the page has the figures of its pictures, and the pictures are up to date", () => {
  const steps = contextGrowth();
  const page = readFileSync("docs/context-growth.md", "utf8");
  const sum = (field: "whole" | "cached") => steps.reduce((total, step) => total + step[field], 0) / 1e9;
  expect(page).toContain(`${sum("whole").toFixed(1)} billion comparisons against ${sum("cached").toFixed(1)} billion`);
  expect(page).toContain(`${Math.floor(sum("whole") / sum("cached"))} times fewer`);
  for (const [name, theme] of Object.entries(THEMES))
    expect(readFileSync(`docs/images/context-growth-${name}.svg`, "utf8")).toBe(drawContextGrowth(steps, theme));
});
