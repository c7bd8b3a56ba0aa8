import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { AnswerSection } from "@/components/answer/answer-section";
import { keyFigures } from "@/components/session/session-key-figures";
import { timelineSentence } from "@/components/session/timeline-sentence";
import { toBriefAnswer } from "@/lib/mcp/brief-answer";
import { simulateSession } from "@/lib/pipeline/simulate-session";
import { toLibraryRow } from "@/lib/read-models/library-row";
import { toRequestRows } from "@/lib/read-models/request-rows";
import { toSessionSummary } from "@/lib/read-models/session-summary";
import { checkName, checkNote, riskEvidence, riskText } from "@/lib/read-models/words/finding-text";
import { formatAmount } from "@/lib/read-models/words/format-amount";
import { withAnswerLetters } from "@/lib/view-models/answer/answer-letters";
import { answerLines } from "@/lib/view-models/answer/answer-lines";
import { answerOf } from "@/lib/view-models/answer/answer-of";
import { answerSentence } from "@/lib/view-models/answer/answer-sentence";
import { causeNote } from "@/lib/view-models/answer/cause-note";
import { answeredBreaks } from "@/lib/view-models/answer/cause-of-request";
import { changeBy, nameOf } from "@/lib/view-models/answer/cause-words";
import { compactionSentence } from "@/lib/view-models/answer/compaction-words";
import { toOldFindings } from "@/lib/view-models/answer/old-findings";
import { formatCauseMoney, rankedCauses } from "@/lib/view-models/answer/ranked-causes";
import { toTimelineView } from "@/lib/view-models/session/timeline";
import { english, sayIn } from "@/lib/wording/say";
import { chineseOf } from "@/lib/wording/zh";
import { analyzeSketch } from "@/tests/support/analyze-sketch";
import { englishIn } from "@/tests/support/english-in";

const turn = (usage: string, at: number) =>
  `user go on\ncall c${at} Read {"file_path":"/a.ts"}\nusage ${usage} out=9 at=${at}\nresult c${at} ${"a line of the file ".repeat(200)}`;
const usages = (model: string, of: (turn: number) => string, pause = 20) =>
  [0, 1, 2, 3, 4, 5, 6].map((number) => turn(`model=${model} ${of(number)}`, number * pause)).join("\n");

const SESSIONS: Readonly<Record<string, string>> = {
  "breaks of a start that changes": usages("claude-sonnet-4-5", (at) => `read=0 write=${20_000 + at * 2_000} in=1`),
  pauses: usages("claude-sonnet-4-5", (at) => `read=0 write=${20_000 + at * 2_000} in=1`, 900),
  healthy: usages("claude-sonnet-4-5", (at) => `read=${at === 0 ? 0 : 18_000 + at * 2_000} write=2000 in=1`),
  "reads alone": usages("gpt-5", (at) => `read=${at % 2 === 0 ? 0 : 20_000} in=${at % 2 === 0 ? 22_000 : 2_000}`),
  "no cache figures": usages("claude-sonnet-4-5", (at) => `in=${20_000 + at * 2_000}`),
  "no price": usages("nobody-knows-it", (at) => `read=0 write=${20_000 + at * 2_000} in=1`),
  "a free model": usages("ollama/qwen3:30b", (at) => `in=${20_000 + at * 2_000}`),
};

test.each(Object.entries(SESSIONS))("page, command, MCP, library and rows agree: %s", (_, drawing) => {
  const analysis = analyzeSketch(drawing);
  const answer = answerOf(analysis);
  const simulated = simulateSession(analysis);
  const summary = toSessionSummary(analysis, answer, simulated);
  const row = toLibraryRow(analysis, answer, simulated);
  const rows = toRequestRows(withAnswerLetters(analysis, answer));
  const page = renderToStaticMarkup(
    <AnswerSection id="x" answer={answer} chosen={null} onChoose={() => {}} onOpen={() => {}} />,
  ).replaceAll("&#x27;", "'");
  const command = answerLines(answer).join("\n");
  const agent = toBriefAnswer(answer);

  // The first sentence.
  expect(page).toContain(answer.sentence);
  expect([command.split("\n")[0], agent.sentence, row.answer?.sentence]).toEqual(Array(3).fill(answer.sentence));
  // The cost.
  expect(row.cost).toEqual(summary.cost);
  const shown = keyFigures(summary, english).find(({ id }) => id === "cost")?.value;
  expect(shown).toBe(formatAmount(answer.cost, english, answer.cost_note === null ? "nearest" : "down"));
  // The causes: order, money and counts.
  const large = answer.causes.filter(({ is_small }) => !is_small);
  expect(row.answer?.causes).toEqual(large.map(({ id, money }) => ({ id, money })));
  expect(agent.causes.map(({ id, money }) => ({ id, money }))).toEqual(
    answer.causes.map(({ id, money }) => ({ id, money })),
  );
  for (const cause of rankedCauses(answer).slice(0, 3)) {
    const { name, evidence, change } = cause;
    for (const text of [name, formatCauseMoney(cause), change]) {
      expect(page.replaceAll("&#x27;", "'")).toContain(text);
      expect(command).toContain(text);
    }
    expect(page).toContain(`${evidence.count} ${evidence.noun.replace(/s$/, "")}`);
    expect(command).toContain(`${evidence.count} ${evidence.noun.replace(/s$/, evidence.count === 1 ? "" : "s")}`);
  }
  expect(
    toOldFindings(answer)
      .slice(0, answer.causes.length)
      .map(({ title }) => title),
  ).toEqual(answer.causes.map(({ name }) => name));
  // The breaks: the timeline marks what the answer counts, with the same letters as the rows.
  const marked = answeredBreaks(rows, answer);
  expect(marked?.length ?? null).toBe(answer.breaks.count);
  for (const { at, letter } of marked ?? []) if (rows[at]?.break) expect(rows[at]?.break?.letter).toBe(letter);
  const view = toTimelineView({ rows, window: null, reserveFrom: null, compactions: [], breaks: marked });
  if (answer.cache === "not-reported") expect(timelineSentence(view)).toContain("cache breaks: unknown");
  // Unknown is neither zero nor a bound.
  expect(`${page} ${command} ${shown}`).not.toContain("≥");
});

test.each(Object.entries(SESSIONS))("in Chinese, the answer has no English sentence: %s", (_, drawing) => {
  const areas = ["common", "session", "timeline", "results", "answer", "causes", "composition"] as const;
  const chinese = sayIn("zh", chineseOf(areas));
  const { causes, compactions, checked, unanswerable, risks, ...answer } = answerOf(analyzeSketch(drawing));
  const texts = [
    answerSentence({ ...answer, causes, compactions, checked, unanswerable }, chinese),
    ...causes.flatMap((cause) => [chinese(nameOf(cause)), changeBy(cause, chinese), causeNote(cause, chinese)]),
    ...(compactions === null ? [] : [compactionSentence(compactions, chinese)]),
    ...[...checked, ...unanswerable].flatMap(({ id, fact }) => [chinese(checkName(id)), checkNote(fact, chinese)]),
    ...risks.flatMap(({ id, facts }) => [
      chinese(riskText(id).title),
      ...facts.map((fact) => riskEvidence(fact, chinese)),
    ]),
  ];

  expect(englishIn(texts, ["Read"])).toEqual([]);
});
