import { expect, test } from "vitest";
import { analyzeCache } from "@/lib/pipeline/analyze-cache";
import { findingEvidence } from "@/lib/read-models/words/finding-evidence";
import { answerOf } from "@/lib/view-models/answer/answer-of";
import { analyzeSketch } from "@/tests/support/analyze-sketch";

/** A resume that repeats the result, or an answer between two different calls. */
const drawing = (again: string) => `user look
  call a shell {}
  usage model=gemini-2.5-pro in=400
  result a ${"line of the listing ".repeat(40)}
  ${again}
  user go on
  say done
  usage model=gemini-2.5-pro in=900`;

test("a result that is in a prompt twice is a finding, with the tokens of its copy", () => {
  const analysis = analyzeSketch(drawing(`result a ${"line of the listing ".repeat(40)}`));
  const cache = analyzeCache(analysis);
  const found = cache.findings.find(({ id }) => id === "doubled-results");
  expect(found).toMatchObject({ kind: "loss", requests: [1], evidence: [{ position: 1, results: 1, requests: 1 }] });
  expect(found?.lostTokens).toBeGreaterThan(100);
  const cause = answerOf(analysis).causes.find(({ id }) => id === "doubled-results");
  expect(cause).toMatchObject({ name: "Tool results are sent twice", money: { kind: "range" } });
  expect(cause?.note).toMatch(/^Request 2: the prompt contains 1 output twice, \d+ tokens more than needed\.$/);
});

test("the sentence counts the other requests, without the one it is about", () => {
  const repeated = `result a ${"line of the listing ".repeat(40)}`;
  const analysis = analyzeSketch(`${drawing(repeated)}
    user and again
    say done
    usage model=gemini-2.5-pro in=950`);
  const found = analyzeCache(analysis).findings.find(({ id }) => id === "doubled-results");
  expect(found?.requests).toEqual([1, 2]);
  expect(found?.evidence.map((entry) => findingEvidence(entry))).toEqual([
    expect.stringMatching(/^Request 2: .* more than needed; the same in 1 other request\.$/),
  ]);
});

test("one result per call is not a finding", () => {
  const { findings } = analyzeCache(analyzeSketch(drawing("say so")));
  expect(findings.map(({ id }) => id)).not.toContain("doubled-results");
});

test("two calls with one id and equal results are not a repeated result", () => {
  const again = `call a shell {}\n  usage model=gemini-2.5-pro in=800\n  result a ${"line of the listing ".repeat(40)}`;
  const { findings } = analyzeCache(analyzeSketch(drawing(again)));
  expect(findings.map(({ id }) => id)).not.toContain("doubled-results");
});

test("calls to which a log gives one id do not have the same result", () => {
  const { findings } = analyzeCache(analyzeSketch(drawing(`result a ${"another text of the listing ".repeat(40)}`)));
  expect(findings.map(({ id }) => id)).not.toContain("doubled-results");
});
