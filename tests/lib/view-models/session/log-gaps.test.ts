import { expect, test } from "vitest";
import { logGaps } from "@/lib/view-models/session/log-gaps";

const row = { prompt_basis: "estimated" as const, started_at: null, composition: { tools: 0, reasoning: 0 } };

test("a request without usage leaves unknown what its log omits, and only that", () => {
  expect(logGaps(row).map(({ what }) => what)).toEqual([
    "Usage of each call",
    "Time of each request",
    "Tool definitions and their order",
    "Reasoning",
  ]);
  const timed = { ...row, started_at: "2026-01-01T00:00:00Z", composition: { tools: 5, reasoning: 9 } };
  expect(logGaps(timed).map(({ what }) => what)).toEqual(["Usage of each call"]);
});

test("with reported usage nothing is called missing", () => {
  expect(logGaps({ ...row, prompt_basis: "reported" })).toEqual([]);
});
