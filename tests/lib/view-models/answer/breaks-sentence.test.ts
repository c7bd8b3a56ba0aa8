import { expect, test } from "vitest";
import { known, unknown } from "@/lib/answer/amount";
import type { CostAnswer } from "@/lib/api/schemas/cost-answer";
import { breaksSentence } from "@/lib/view-models/answer/breaks-sentence";

const facts = {
  case: "several",
  breaks: { count: 12, money: known(35.86), tokens: 9 },
  cost: known(137.79),
  cost_note: null,
  unexplained: null,
} as const;
const sentence = (over: Partial<CostAnswer>) => breaksSentence({ ...facts, ...over });

test("the sum of all breaks is next to the largest cause", () => {
  expect(sentence({})).toBe("12 cache breaks cost $35.86 of $137.79 (26\u202f%) altogether.");
  expect(sentence({ cost_note: "output-in-part" })).toContain("of at least $137.79 (≤\u202f26.1\u202f%) altogether.");
  expect(sentence({ breaks: { ...facts.breaks, count: 1 } })).toMatch(/^One cache break cost/);
});

test("there is none without breaks or prices, or if the first sentence includes it", () => {
  expect(sentence({ breaks: { count: 0, money: known(0), tokens: 0 } })).toBeNull();
  expect(sentence({ breaks: { count: null, money: unknown("no-cache"), tokens: null } })).toBeNull();
  expect(sentence({ cost: unknown("no-price") })).toBeNull();
  for (const which of ["unexplained", "reads-only", "healthy"] as const) expect(sentence({ case: which })).toBeNull();
  expect(sentence({ unexplained: { evidence: { count: 12 } } as CostAnswer["unexplained"] })).toBeNull();
});
