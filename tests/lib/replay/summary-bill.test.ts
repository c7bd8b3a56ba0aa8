import { describe, expect, test } from "vitest";
import { replaySession } from "@/bench/replay/replay-session";
import { analyzeSession } from "@/lib/pipeline/analyze-session";
import { loggedSummaries } from "@/lib/replay/logged-summaries";
import type { Replay, ReplayPolicy } from "@/lib/replay/replay-types";
import { loadVocabulary } from "@/lib/server/process/vocabulary";
import { USUAL_LENGTHS } from "@/lib/strategies/summaries/summary-calls";
import type { Session } from "@/lib/transcript/session";
import { sketchSession } from "../../support/sketch-session";
import { countQuarters, testEnvironment } from "../../support/strategy-environment";

const MODEL = "model=claude-sonnet-4-5";
/** The model's prices in US dollars per million tokens. */
const PRICE = { read: 0.3, write: 3.75, output: 15, input: 3 };
const TRIGGER = { tokens: 60_000, regrowth: Number.POSITIVE_INFINITY };
const TURN = 8_000;

/**
 * Eight turns that each add the same number of tokens. Before the last, the prompt has 64,000 tokens, of which 56,000
 * are cached.
 */
const SKETCH = Array.from(
  { length: 8 },
  (_, turn) => `
    user  read file ${turn} ${`alpha beta gamma${turn} `.repeat(1_900)}
    say   done with file ${turn}
    usage read=${turn * TURN} write=${TURN} in=0 out=20 ${MODEL}`,
).join("");
const PROMPT = 8 * TURN;
const CACHED = 7 * TURN;

function replay(session: Session, recipe: string, trigger = TRIGGER): Replay {
  const analysis = analyzeSession(session, loadVocabulary);
  const environment = testEnvironment({ tokensOfPart: (part) => analysis.ledger.parts.get(part.id)?.tokens });
  const policy: ReplayPolicy = { kind: "recipe", id: recipe, recipe, trigger };
  return replaySession(analysis, [policy], { environmentOf: () => environment })[0] as Replay;
}

const fired = ({ rows }: Replay) => rows.find((row) => row.fired);

describe("a firing that folds costs a model call", () => {
  test("which reads the prompt from the cache if the product sends it unchanged", () => {
    const { rows, totals } = replay(sketchSession(SKETCH), "claude-code");
    expect(rows.findIndex((row) => row.fired)).toBe(7);
    const output = totals.summaryTokens - PROMPT;
    expect(output).toBeGreaterThan(0);
    const paid = (CACHED * PRICE.read + TURN * PRICE.write + output * PRICE.output) / 1e6;
    expect(totals.summaryCost).toBeCloseTo(paid, 4);
    expect(totals).toMatchObject({ fired: 1, summaryCalls: 1, summaryBasis: "rule" });
  });

  test("or sends the folded content separately: written if the product leaves the cache on, plain if it switches it off", () => {
    for (const [recipe, input] of [
      ["opencode-compact", PRICE.write],
      ["pi", PRICE.input],
    ] as const) {
      const { totals, rows } = replay(sketchSession(SKETCH), recipe);
      expect([recipe, totals.fired]).toEqual([recipe, 1]);
      const { summaryCost, summaryTokens, summaryRange } = totals;
      // cost = sent × input + output × price, and sent + output = tokens: the output follows.
      const perToken = PRICE.output / 1e6;
      const output = ((summaryCost ?? 0) - (summaryTokens * input) / 1e6) / (perToken - input / 1e6);
      expect([recipe, Math.round(output) > 0 && Math.round(output) <= USUAL_LENGTHS.most]).toEqual([recipe, true]);
      expect((summaryRange?.most ?? 0) - (summaryCost ?? 0)).toBeCloseTo((USUAL_LENGTHS.most - output) * perToken, 4);
      const kept = rows[7]?.prompt ?? 0;
      expect(summaryTokens).toBeGreaterThan(PROMPT - kept);
      expect(summaryTokens).toBeLessThan(PROMPT);
    }
  });

  test("and it is part of its request's cost and of the total", () => {
    const folded = replay(sketchSession(SKETCH), "claude-code");
    const row = fired(folded);
    const { totals, rows } = folded;
    expect(row?.summaryCost).toBe(totals.summaryCost);
    const own = row?.prompt ?? 0;
    const written = ((row?.read ?? 0) * PRICE.read + (row?.written ?? 0) * PRICE.write + 20 * PRICE.output) / 1e6;
    expect((row?.cost ?? 0) - (row?.summaryCost ?? 0)).toBeCloseTo(written, 6);
    expect(own).toBeLessThan(PROMPT / 2);
    expect(totals.cost).toBeCloseTo(
      rows.reduce((sum, { cost }) => sum + (cost ?? 0), 0),
      9,
    );
    expect(totals.tokensPerTask).toBe(
      totals.promptTokens + totals.outputTokens + totals.summaryTokens + totals.refetchTokens,
    );
  });

  test("a summary longer than the rule's is within the range, and without prices there is no cost", () => {
    const { totals } = replay(sketchSession(SKETCH), "claude-code");
    const { least = 0, most = 0 } = totals.summaryRange ?? {};
    expect(least).toBeLessThanOrEqual(totals.summaryCost ?? 0);
    expect(most - (totals.summaryCost ?? 0)).toBeGreaterThan(0);
    const unknown = replay(sketchSession(SKETCH.replaceAll(MODEL, "model=nobody-knows-it")), "claude-code");
    expect(unknown.totals).toMatchObject({ fired: 1, cost: null, summaryCost: null, summaryRange: null });
  });

  test("a strategy that writes no summary pays nothing", () => {
    const { totals } = replay(sketchSession(SKETCH), "roo-truncate");
    expect(totals.fired).toBeGreaterThan(0);
    expect(totals).toMatchObject({ summaryCost: 0, summaryCalls: 0, summaryTokens: 0, summaryBasis: null });
  });
});

/** Marks the compaction's summary message, as logs do. */
function withSummary(session: Session): Session {
  const summary = session.messages.find(({ origin }) => origin === "summary");
  const events = session.events.map((event) =>
    event.type === "compaction" && summary ? { ...event, summaryMessageId: summary.id } : event,
  );
  return { ...session, events };
}

describe("the length of the log's own summaries", () => {
  const COMPACTED = `${SKETCH}
    compact auto 64000
    summary ${"what was done and what is next ".repeat(60)}
    user  go on
    say   going on
    usage read=0 write=6000 in=0 out=20 ${MODEL}
  `;
  const ofClaudeCode = withSummary({ ...sketchSession(COMPACTED), client: "Claude Code" });

  test("is used if the strategy is the session's client's", () => {
    const { totals } = replay(ofClaudeCode, "claude-code");
    expect(totals).toMatchObject({ summaryBasis: "counted" });
    expect(totals.summaryRange?.least).toBe(totals.summaryCost);
    expect(replay(ofClaudeCode, "opencode-compact").totals).toMatchObject({ summaryBasis: "rule" });
  });

  test("is counted from the summaries themselves, without messages too short to be one", () => {
    const count = (part: { readonly text?: string }) => countQuarters(part.text ?? "");
    const counted = (session: Session) => loggedSummaries(session, "main", (part) => count(part as { text?: string }));
    expect(counted(ofClaudeCode)).toMatchObject({ count: 1, basis: "counted" });
    expect(counted(ofClaudeCode)?.mean).toBeGreaterThan(400);
    expect(counted(withSummary(sketchSession(COMPACTED.replace(/summary .*/, "summary a word"))))).toBeNull();
  });
});
