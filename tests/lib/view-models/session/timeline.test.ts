import { expect, test } from "vitest";
import { toAgentOutlines } from "@/lib/read-models/agent-outline";
import { toCompactionRows } from "@/lib/read-models/compactions";
import { sparkline, toLibraryRow } from "@/lib/read-models/library-row";
import { toMessageRows } from "@/lib/read-models/message-rows";
import { toRequestRows } from "@/lib/read-models/request-rows";
import { withAnswerLetters } from "@/lib/view-models/answer/answer-letters";
import { answerOf } from "@/lib/view-models/answer/answer-of";
import { answeredBreaks } from "@/lib/view-models/answer/cause-of-request";
import { toTimelineView } from "@/lib/view-models/session/timeline";
import { analyzeSketch } from "../../../support/analyze-sketch";

const drawing = `
  user go
  say one
  usage write=166919 in=0 out=9 at=0
  compact auto 167471
  summary so far
  say two
  usage read=16606 write=37312 in=3 out=9 at=60
  user on
  say three
  usage read=0 write=54000 in=0 out=9 at=34120 took=80
`;

/** As a page draws it, from one agent's stored import. */
function timelineOf(sketch: string, agent = "main") {
  const analysis = analyzeSketch(sketch);
  const [outline] = toAgentOutlines(analysis, [agent], toMessageRows(analysis));
  if (!outline) throw new Error("no outline");
  const { window, reserve_from: reserveFrom, compactions } = outline;
  const answer = answerOf(analysis);
  const rows = toRequestRows(withAnswerLetters(analysis, answer), agent);
  return toTimelineView({ rows, window, reserveFrom, compactions, breaks: answeredBreaks(rows, answer) });
}

test("the spine: stack, window, reserve, rules, letters", () => {
  const view = timelineOf(drawing);
  expect(view).toMatchObject({ window: 200_000, reserveFrom: 167_471, isEstimate: false });
  expect(view.points.map((point) => point.promptTokens)).toEqual([166_919, 53_921, 54_000]);
  expect(view.points[1]).toMatchObject({ read: 16_606, written: 37_312, uncached: 3 });
  const kinds = Object.entries(view.points[1]?.composition ?? {}).filter(([, tokens]) => tokens > 0);
  expect(kinds.map(([kind]) => kind).sort()).toEqual(["summary", "unseen"]);
  expect(kinds.reduce((sum, [, tokens]) => sum + tokens, 0)).toBe(53_921);
  expect(view.compactions).toEqual([{ at: 1, label: "167k → 54k" }]);
  expect(view.idles).toMatchObject([{ at: 2, label: "9 h 28 m pause" }]);
  expect(view.breaks.map(({ at, letter, isExpected }) => [at, letter, isExpected])).toEqual([
    [1, "C", true],
    [2, "T", true],
  ]);
});

test("reads are drawn even if the log does not reveal breaks", () => {
  const input = { window: null, reserveFrom: null, compactions: [], breaks: null };
  const rowsOf = (sketch: string) => toRequestRows(analyzeSketch(sketch), "main");
  const logged = toTimelineView({ ...input, rows: rowsOf(drawing) });
  expect(logged).toMatchObject({ isCacheUnknown: false, isBreaksUnknown: true });
  const unlogged = toTimelineView({ ...input, rows: rowsOf("user go\nsay one\nusage in=9000") });
  expect(unlogged).toMatchObject({ isCacheUnknown: true, isBreaksUnknown: true });
});

test("a pause gets a rule if it outlasts the written entries", () => {
  const pause = (tier: string) =>
    `user go\nsay one\nusage ${tier}=9000 in=0 at=0\nsay two\nusage read=9000 ${tier}=10 in=0 at=1000`;
  expect(timelineOf(pause("write")).idles).toMatchObject([{ at: 1, seconds: 1000 }]);
  expect(timelineOf(pause("write1h")).idles).toEqual([]);
});

test("a compaction is labelled with the reported prompts, or the client's own figure if none is reported", () => {
  const labels = (drawing: string) =>
    toCompactionRows(analyzeSketch(drawing)).map(({ before, after }) => [before, after]);
  const end = "compact auto 172000\nsummary so far\nuser on\nsay two\nusage write=19000 in=0";
  expect(labels(`user go\nsay one\nusage write=167000 in=0\n${end}`)).toEqual([[167_000, 19_000]]);
  expect(labels(`user go\nsay one\n${end}`)).toEqual([[172_000, 19_000]]);
});

test("a compaction after the last request has no size yet", () => {
  expect(toCompactionRows(analyzeSketch("user go\nsay one\nusage write=900 in=0\ncompact manual"))).toMatchObject([
    { at: 1, before: 900, after: null, label: "900 → unknown", trigger: "manual" },
  ]);
});

test("an empty session draws nothing", () => {
  expect(timelineOf("user hi")).toMatchObject({ points: [], window: null, breaks: [], compactions: [] });
});

test("a library row", () => {
  const analysis = analyzeSketch(drawing, { startedAt: "2026-01-01T00:00:00Z", endedAt: "2026-01-01T01:00:00Z" });
  const row = toLibraryRow(analysis, answerOf(analysis));
  expect(row).toMatchObject({
    model: "claude-sonnet-4-5",
    duration_seconds: 3600,
    messages: 6,
    requests: 3,
    peak_tokens: 166_919,
    fill: [0.835, 0.27, 0.27],
    tokens_in: 274_840,
    tokens_out: 27,
    compactions: 1,
    cache_breaks: 2,
    sub_agents: 0,
  });
  expect(row.trigger_fraction).toBeCloseTo(0.837, 3);
});

test("a sparkline has at most 60 points, each the fullest of its span", () => {
  const lines = Array.from({ length: 150 }, (_, index) => `user a\nsay b\nusage write=${index + 1} in=0`);
  const points = sparkline(analyzeSketch(lines.join("\n")).requests, 150);
  expect(points).toHaveLength(60);
  expect(points[0]).toBeCloseTo(2 / 150, 2);
  expect(points.at(-1)).toBe(1);
});

test("a window of more than ten times the largest prompt is far above the chart", () => {
  const at = (write: number) => timelineOf(`user go\nsay one\nusage write=${write} in=0 out=9 at=0`).isWindowFar;
  expect([at(1_000), at(19_999), at(20_000)]).toEqual([true, true, false]);
});
