import { expect, test } from "vitest";
import { answerLines } from "@/lib/view-models/answer/answer-lines";
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
