import { expect, test } from "vitest";
import { spendOf } from "@/lib/spend/spend-of-session";
import { shortPath } from "@/lib/view-models/spend/short-path";
import { avoidableText, spendSentence } from "@/lib/view-models/spend/spend-words";
import { analyzeSketch } from "@/tests/support/analyze-sketch";

test.each([
  ["/home/mira/code/parcel-tracking/src/carriers/retry.ts", "…/carriers/retry.ts"],
  ["src/retry.ts", "src/retry.ts"],
  [
    "npm test -- src/carriers/retry.test.ts --reporter dot --bail",
    "npm test -- src/carriers/retry.test.ts --reporter dot --bail",
  ],
])("%s is shown as %s", (label, shown) => {
  expect(shortPath(label)).toBe(shown);
});

test("the total is a minimum if the log leaves out some of it, and what was avoidable is a maximum", () => {
  const sentenceOf = (more: string) =>
    spendSentence(
      spendOf(
        analyzeSketch(
          `user ${"word ".repeat(9000)}\nsay one\nusage model=claude-sonnet-4-5 write=10000 in=3 out=40\n${more}`,
        ),
      ),
    );
  expect(sentenceOf("")).toMatch(/ of \$/);
  expect(sentenceOf("user on\nsay cut off\nusage none")).toMatch(/ of at least \$/);
  expect(avoidableText({ avoidable: 1.231 })).toBe("$1.24");
});
