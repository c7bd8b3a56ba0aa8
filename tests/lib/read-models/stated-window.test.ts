import { expect, test } from "vitest";
import { roomOf } from "@/lib/api/stated-room";
import { windowUse } from "@/lib/read-models/context-window";
import { toRequestRows } from "@/lib/read-models/request-rows";
import type { ReportedLimits } from "@/lib/transcript/session";
import { analyzeSketch } from "@/tests/support/analyze-sketch";
import { sketchSession } from "@/tests/support/sketch-session";

const SKETCH = `
  user  go on
  say   one
  usage model=gpt-5.4 in=100000 read=0 out=10
  user  go on
  say   two
  usage model=gpt-5.4 in=240000 read=0 out=10
`;

function analysed(limits: readonly (ReportedLimits | undefined)[]) {
  const drawn = sketchSession(SKETCH);
  const responses = drawn.responses.map((response, index) => {
    const stated = limits[index];
    return stated ? { ...response, limits: stated } : response;
  });
  return analyzeSketch(SKETCH, { responses });
}

const useOf = (limits: readonly (ReportedLimits | undefined)[]) => {
  const { session, requests } = analysed(limits);
  return windowUse(session, requests);
};

test("the log's window takes precedence over the model table's", () => {
  expect(useOf([])).toMatchObject({ tokens: 1_050_000, source: "known" });
  const stated = useOf([{ window: 258_400 }, { window: 258_400 }]);
  expect(stated).toMatchObject({ tokens: 258_400, source: "log", trigger: null });
  expect(stated.peakFraction).toBeCloseTo(240_000 / 258_400, 10);
});

test("a call without a statement has the window of the model's last call", () => {
  expect(useOf([{ window: 300_000 }])).toMatchObject({ tokens: 300_000, source: "log" });
});

test("the largest prompt and the threshold that a client states determine where it compacts", () => {
  expect(useOf([undefined, { window: 300_000, maxPrompt: 280_000 }])).toMatchObject({
    tokens: 300_000,
    trigger: 280_000,
  });
  expect(useOf([undefined, { window: 300_000, compactAt: 250_000 }])).toMatchObject({
    tokens: 300_000,
    trigger: 250_000,
  });
  expect(useOf([undefined, { maxPrompt: 280_000 }])).toMatchObject({ tokens: 280_000, source: "log", trigger: null });
});

test("each request has what its log states, which is the budget of a compression", () => {
  const rows = toRequestRows(analysed([undefined, { window: 300_000, compactAt: 250_000 }]));
  expect(rows.map(({ limits }) => limits)).toEqual([null, { window: 300_000, max_prompt: null, compact_at: 250_000 }]);
  expect(rows.map(({ limits }) => roomOf(limits))).toEqual([null, { window: 300_000, reserve: 50_000 }]);
  expect(roomOf({ window: null, max_prompt: 100, compact_at: null })).toEqual({ window: 100 });
  expect(roomOf({ window: null, max_prompt: null, compact_at: 90 })).toBeNull();
});

test("automatic compactions within a client's smaller window show that it was set", () => {
  const windowAt = (tokensBefore: number, trigger = "auto") => {
    const { session, requests } = analyzeSketch(
      `user go\nsay one\nusage model=claude-opus-4-8 write=150000 in=0\ncompact ${trigger} ${tokensBefore}
        summary s\nsay two\nusage model=claude-opus-4-8 read=0 write=20000 in=0`,
      { format: "claude-code", clientVersions: ["2.1.222"] },
    );
    return windowUse(session, requests).tokens;
  };
  expect(windowAt(167_445)).toBe(200_000);
  expect(windowAt(167_445, "manual")).toBe(1_000_000);
  expect(windowAt(900_000)).toBe(1_000_000);
});

test("a merely counted prompt may exceed its window; one reported by the provider proves a larger one", () => {
  const { session, requests } = analysed([]);
  const peakOf = (tokens: number, basis: "estimated" | "reported") =>
    windowUse(
      session,
      requests.map((request) => ({ ...request, promptTokens: { tokens, basis } })),
    );
  const counted = peakOf(1_060_500, "estimated");
  expect(counted).toMatchObject({ tokens: 1_050_000, source: "known" });
  expect(counted.peakFraction).toBeCloseTo(1.01, 10);
  expect(peakOf(1_060_500, "reported")).toMatchObject({ tokens: null, peakFraction: null });
});

test("the largest prompt is unknown if the session's own total shows that the client sent less than the log holds", () => {
  const { session, requests } = analysed([]);
  const withTotal = (promptTokens: number) =>
    windowUse({ ...session, totals: { models: [], cost: null, promptTokens } }, requests);
  expect(withTotal(300_000)).toMatchObject({ peakTokens: 240_000, lastTokens: 240_000 });
  const unknown = { peakTokens: null, peakBasis: null, peakFraction: null, lastTokens: null };
  expect(withTotal(200_000)).toMatchObject(unknown);
});
