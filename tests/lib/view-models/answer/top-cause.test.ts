import { expect, test } from "vitest";
import { topCauseText } from "@/lib/view-models/answer/top-cause";

test.each([
  [null, null],
  [{ id: "idle", money: { kind: "known", usd: 3.1 } }, "$3.10: Pause longer than the cache lifetime"],
  [{ id: "stale-read", money: { kind: "known", usd: 3.1 } }, "≤\u202f$3.10: Outdated file reads stay in the prompt"],
  [{ id: "idle", money: { kind: "unknown", why: "no-price" } }, "Pause longer than the cache lifetime"],
] as const)("a row of the library has its costliest cause: %o", (topCause, text) => {
  expect(topCauseText({ topCause })).toBe(text);
});
