import { expect, test } from "vitest";
import type { CostCause } from "@/lib/api/schemas/cost-answer";
import { answerLines, causeLines } from "@/lib/view-models/answer/answer-lines";
import { answerOf } from "@/lib/view-models/answer/answer-of";
import { analyzeSketch } from "@/tests/support/analyze-sketch";
import { sketchSession } from "@/tests/support/sketch-session";
import { exportAs } from "./export-text";

const drawing = `user go\n${[0, 1, 2, 3, 4, 5].map((n) => `say a\nusage model=claude-sonnet-4-5 read=0 write=${20_000 + n * 500} in=1 out=5 at=${n * 20}`).join("\n")}`;
const answer = answerOf(analyzeSketch(drawing));

const textOf = (format: string, query: { agent?: string } = {}) => {
  const exported = exportAs(format, sketchSession(drawing), query, [], answer);
  return exported.ok ? [...exported.value.text].join("") : "";
};

test.each(["markdown", "html"])("%s begins with the unchanged answer, and omits it for part of a session", (format) => {
  const [sentence = "", ...lines] = answerLines(answer);
  expect(sentence).not.toBe("");
  for (const line of [sentence, ...lines]) expect(textOf(format).replaceAll("&#39;", "'")).toContain(line);
  expect(textOf(format, { agent: "main" })).not.toContain(sentence);
});

test("tokens are a maximum for breaks in logs without cache writes, whatever the money", () => {
  const say = (usage: string) => `user on\n say on\n usage model=gpt-5.5 ${usage} out=20`;
  const reads = [
    "read=0 in=24000",
    "read=23900 in=4100",
    "read=27500 in=10300",
    "read=23900 in=22400",
    "read=45900 in=900",
  ];
  const readsOnly = answerOf(analyzeSketch([...reads, "read=46500 in=900"].map(say).join("\n")));
  const cause = readsOnly.unexplained as CostCause;
  const second = (change: Partial<CostCause>, cache: (typeof readsOnly)["cache"]) =>
    causeLines({ ...cause, ...change }, { cache }, 1)[2];
  expect(second({}, readsOnly.cache)).toContain("at most 13,900 tokens");
  expect(second({ money: { kind: "unknown", why: "no-price" } }, "reads-only")).toContain("at most 13,900 tokens");
  expect(second({ id: "doubled-results" }, "reads-only")).not.toContain("at most");
  expect(second({}, "not-reported")).not.toContain("at most");
});
