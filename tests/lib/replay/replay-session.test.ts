import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { replaySession } from "@/bench/replay/replay-session";
import { type Analysis, analyzeSession } from "@/lib/pipeline/analyze-session";
import type { Replay, ReplayPolicy } from "@/lib/replay/replay-types";
import { loadVocabulary } from "@/lib/server/process/vocabulary";
import type { Session } from "@/lib/transcript/session";
import { mustImport } from "../../support/check-importer";
import { sketchSession } from "../../support/sketch-session";
import { testEnvironment } from "../../support/strategy-environment";
import { memoryFile } from "../../support/transcript-file";
import { exampleToCompaction } from "../../support/transcripts";

const LOGGED: ReplayPolicy = { kind: "logged", id: "logged" };
const KEEP_ALL: ReplayPolicy = { kind: "keep-all", id: "keep-all" };
const TRUNCATE: ReplayPolicy = { kind: "recipe", id: "roo", recipe: "roo-truncate", trigger: { tokens: 60_000 } };

/** Tokenizing the example takes longer than every replay of it. */
const analyses = new WeakMap<Session, Analysis>();

function analysisOf(session: Session): Analysis {
  const analysis = analyses.get(session) ?? analyzeSession(session, loadVocabulary);
  analyses.set(session, analysis);
  return analysis;
}

function replay(session: Session, policies: readonly ReplayPolicy[]): Replay[] {
  const analysis = analysisOf(session);
  const environment = testEnvironment({ tokensOfPart: (part) => analysis.ledger.parts.get(part.id)?.tokens });
  return replaySession(analysis, policies, { environmentOf: () => environment });
}

let imported: Promise<Session> | null = null;

function example(): Promise<Session> {
  imported ??= mustImport([memoryFile(exampleToCompaction(7))]).then(({ sessions }) => sessions[0] as Session);
  return imported;
}

/** A request's logged usage, with or without cache writes, for one of two models. */
const anyUsage = fc
  .record({
    read: fc.integer({ min: 0, max: 60_000 }),
    written: fc.oneof(fc.constant("write=0"), fc.constant("write=900"), fc.constant("write1h=700"), fc.constant("")),
    plain: fc.integer({ min: 100, max: 30_000 }),
    model: fc.constantFrom("claude-sonnet-4-5", "gpt-5"),
  })
  .map(({ read, written, plain, model }) => `read=${read} ${written} in=${plain} out=20 model=${model}`);

/** Each request writes what it sends and the next one reads it, so nothing ever breaks. */
const APPEND_ONLY = Array.from({ length: 30 }, (_, index) => {
  const size = 1_000 * (index + 1);
  return [
    `user step ${index} of the work`,
    `say done with step ${index}`,
    `usage read=${index === 0 ? 0 : size - 1_000} write=1000 in=0 out=20 model=claude-sonnet-4-5`,
  ].join("\n");
}).join("\n");

describe("logged", () => {
  test("equals the log itself, to the token and the cent", async () => {
    const session = await example();
    const analysis = analysisOf(session);
    const [logged] = replay(session, [LOGGED]);
    const main = analysis.requests.filter(({ agent }) => agent === "main");
    expect(logged?.rows.map(({ prompt }) => prompt)).toEqual(main.map(({ promptTokens }) => promptTokens.tokens));
    expect(logged?.rows.map(({ read }) => read)).toEqual(main.map(({ usage }) => usage?.cacheRead ?? null));
    expect(logged?.totals).toMatchObject({
      fired: session.events.filter(({ type, agent }) => type === "compaction" && agent === "main").length,
      refetchTokens: 0,
      fetches: 0,
      fetchCost: 0,
      requests: main.length,
    });
    const compaction = logged?.rows.findIndex(({ fired }) => fired) ?? -1;
    expect(logged?.rows.slice(0, compaction).every(({ lostFactsUsed }) => lostFactsUsed === 0)).toBe(true);
  });

  test("counts what its own compaction removed and the agent used again; the log itself contains the fetch", () => {
    const session = sketchSession(`
      user  look at the file please
      call  a Read {"file_path":"src/needle_file.ts"}
      usage read=0 write=2000 in=3 out=20 model=claude-sonnet-4-5
      result a secretNeedleName lives here
      say   I have read it
      usage read=2000 write=100 in=3 out=20 model=claude-sonnet-4-5
      compact auto 2100
      summary we read a file
      user  go on
      say   I use secretNeedleName now
      usage read=0 write=500 in=3 out=20 model=claude-sonnet-4-5
      user  and again
      say   done
      usage read=500 write=20 in=3 out=20 model=claude-sonnet-4-5
    `);
    const [logged, kept] = replay(session, [LOGGED, KEEP_ALL]);
    expect(logged?.totals).toMatchObject({ fired: 1, lostFactsUsed: 1, fetches: 0, refetchTokens: 0 });
    expect(kept?.totals).toMatchObject({ fired: 0, lostFactsUsed: 0 });
  });

  test("keeping everything costs what a never-compacted log cost, whatever its provider reports and however it breaks", () => {
    fc.assert(
      fc.property(fc.array(anyUsage, { minLength: 2, maxLength: 20 }), (usages) => {
        const sketch = usages.map((usage, index) => `user step ${index}\nsay done ${index}\nusage ${usage}`).join("\n");
        const [logged, kept] = replay(sketchSession(sketch), [LOGGED, KEEP_ALL]);
        for (const [index, row] of logged?.rows.entries() ?? []) {
          const own = kept?.rows[index];
          if (own?.prompt !== row.prompt) break; // a log that reports less than its messages contain sent something else
          // Counters are whole tokens, so shares are rounded in each request.
          expect(Math.abs((own.read ?? 0) - (row.read ?? 0))).toBeLessThanOrEqual(20);
          expect(Math.abs((own.cost ?? 0) - (row.cost ?? 0))).toBeLessThanOrEqual(0.01 * (row.cost ?? 0));
        }
      }),
    );
  });

  test("requests without reported reads are left out of both costs", () => {
    const steps = [
      "model=claude-sonnet-4-5 read=0 write=50000 in=3",
      "model=claude-sonnet-4-5 read=50000 write=900 in=3",
    ];
    const sketch = [...steps, "model=gpt-5 in=60000", "model=gpt-5 in=61000"]
      .map((usage, index) => `user step ${index}\nsay done ${index}\nusage ${usage} out=20`)
      .join("\n");
    const [logged, kept] = replay(sketchSession(sketch), [LOGGED, KEEP_ALL]);
    expect(logged?.totals).toMatchObject({ cost: expect.closeTo(kept?.totals.cost ?? 0, 4), isCostFloor: true });
  });

  test("what the client resends because it compacted is not in the prompt of a policy that did not", () => {
    const sketch = (behind: number) => `
      user  start
      say   one
      usage read=0 write=50000 in=0 out=20 model=claude-sonnet-4-5
      user  next
      say   two
      usage read=50000 write=1000 in=0 out=20 model=claude-sonnet-4-5
      compact auto 51000
      summary we did two steps
      user  go on
      say   three
      usage read=0 write=${behind} in=0 out=20 model=claude-sonnet-4-5
    `;
    const promptOf = (behind: number) => replay(sketchSession(sketch(behind)), [KEEP_ALL])[0]?.rows[2]?.prompt ?? 0;
    expect(promptOf(90_000)).toBe(promptOf(60_000));
    expect(promptOf(60_000)).toBeGreaterThan(51_000);
    expect(promptOf(60_000)).toBeLessThan(53_000);
  });

  test("keeping everything equals a never-compacted, unbroken log, counter by counter", () => {
    const [logged, kept] = replay(sketchSession(APPEND_ONLY), [LOGGED, KEEP_ALL]);
    expect(kept?.rows).toEqual(logged?.rows);
    expect(kept?.totals).toEqual(logged?.totals);
    expect(kept?.totals.cost).toBeGreaterThan(0);
  });

  test("until the client first compacts, keeping everything equals the log, including pauses and model changes", async () => {
    const [logged, kept] = replay(await example(), [LOGGED, KEEP_ALL]);
    const compaction = logged?.rows.findIndex(({ fired }) => fired) ?? -1;
    expect(compaction).toBeGreaterThan(100);
    for (const [index, row] of (logged?.rows.slice(0, compaction) ?? []).entries()) {
      const own = kept?.rows[index];
      expect(own?.prompt).toBe(row.prompt);
      expect(Math.abs((own?.read ?? 0) - (row.read ?? 0))).toBeLessThanOrEqual(0.01 * row.prompt);
      expect(own?.cost).toBeCloseTo(row.cost ?? 0, 1);
    }
  });
});

describe("a policy", () => {
  test("fires at its threshold, keeps the prompt below it, and pays for the broken prefix", async () => {
    const [kept, cut] = replay(await example(), [KEEP_ALL, TRUNCATE]);
    const fired = cut?.rows.findIndex((row) => row.fired) ?? -1;
    expect(fired).toBeGreaterThan(0);
    expect(cut?.rows.slice(0, fired)).toEqual(kept?.rows.slice(0, fired));
    expect(kept?.rows[fired]?.prompt).toBeGreaterThanOrEqual(60_000);
    expect(cut?.rows[fired]?.prompt).toBeLessThan(60_000);
    expect(cut?.rows[fired]?.brokeCache).toBe(true);
    expect(cut?.totals.peakPrompt).toBeLessThan(kept?.totals.peakPrompt ?? 0);
    expect(cut?.totals.fired).toBe(cut?.totals.breaks);
  });

  test("read + written + uncached is the prompt, and no more is read than was cached", async () => {
    for (const { rows } of replay(await example(), [KEEP_ALL, TRUNCATE]))
      for (const [index, row] of rows.entries()) {
        if (row.read === null) continue;
        expect(row.read + (row.written ?? 0) + (row.uncached ?? 0)).toBe(row.prompt);
        const before = rows[index - 1];
        if (before && before.read !== null)
          expect(row.read).toBeLessThanOrEqual(
            before.read + (before.written ?? 0) + (before.written === null ? before.prompt : 0),
          );
      }
  });

  test("what it removed and the agent used again counts once as a used lost fact, with the cost of fetching it", () => {
    const filler = "and some filler words ".repeat(100);
    const steps = Array.from({ length: 12 }, (_, index) => `say ${filler} ${index}\nusage none\nuser go on ${index}`);
    const session = sketchSession(`
      user  hello
      say   hi
      usage none
      user  look at the file please
      call  a Read {"file_path":"src/needle_file.ts"}
      usage none
      result a secretNeedleName lives here ${filler}
      ${steps.join("\n")}
      say   I use secretNeedleName now
      usage none
      user  and again
      say   secretNeedleName once more
      usage none
      user  done
      say   ok
      usage none
    `);
    const policy: ReplayPolicy = {
      kind: "recipe",
      id: "cut",
      recipe: "roo-truncate",
      trigger: { tokens: 3_000, regrowth: 1e9 },
    };
    const [replayed] = replay(session, [policy]);
    expect(replayed?.totals.fired).toBe(1);
    expect(replayed?.totals.lostFactsUsed).toBe(1);
    expect(replayed?.totals.refetchTokens).toBeGreaterThan(120);
    expect(replayed?.totals.tokensPerTask).toBe(
      (replayed?.totals.promptTokens ?? 0) +
        (replayed?.totals.outputTokens ?? 0) +
        (replayed?.totals.refetchTokens ?? 0),
    );
  });

  test("fires again at its threshold even if its cut also removed unlogged tokens", () => {
    const text = "word ".repeat(4_000).trim();
    const step = (prompt: number, before: number) =>
      `user ${text}\nsay done\nusage read=${before} write=${prompt - before} in=0 out=20 model=claude-sonnet-4-5`;
    const steps = Array.from({ length: 16 }, (_, index) => step(18_000 + 4_000 * index, 14_000 + 4_000 * index));
    const sketch = `${step(56_000, 0)}\n${step(60_000, 56_000)}\ncompact auto 60000\nsummary short\n${step(14_000, 0)}\n${steps.join("\n")}`;
    const trigger = { tokens: 62_000 };
    const [cut] = replay(sketchSession(sketch), [{ kind: "recipe", id: "fold", recipe: "claude-code-2.1", trigger }]);
    const fired = cut?.rows.flatMap((row, index) => (row.fired ? [index] : [])) ?? [];
    expect(fired.length).toBeGreaterThan(1);
    // After the first cut the prompt is short, so that only the threshold determines the next one.
    const [first = 0] = fired;
    const next = cut?.rows.findIndex(
      ({ prompt, fired: isFiring }, index) => index > first && (isFiring || prompt >= 62_000),
    );
    expect(fired[1]).toBe(next);
  });

  test.each([
    ["left out content without logging it", [24, 28, 32, 36, 28, 32, 36, 40], 40],
    ["added content without logging it", [24, 28, 44, 48, 52, 56, 60, 64], 52],
  ])("a fold leaves the system prompt and the tools although the client %s", (_, prompts, trigger) => {
    const text = "word ".repeat(4_000).trim();
    const steps = prompts.map(
      (thousands, index) =>
        `user ${text}\nsay done\nusage read=${(prompts[index - 1] ?? 0) * 900} write=${thousands * 1_000 - (prompts[index - 1] ?? 0) * 900} in=0 out=20 model=claude-sonnet-4-5`,
    );
    const fold = {
      kind: "recipe",
      id: "fold",
      recipe: "claude-code-2.1",
      trigger: { tokens: trigger * 1_000 },
    } as const;
    const [kept, folded] = replay(sketchSession(steps.join("\n")), [KEEP_ALL, fold]);
    expect(kept?.rows.map(({ prompt }) => prompt)).toEqual(prompts.map((thousands) => thousands * 1_000));
    const fired = folded?.rows.find((row) => row.fired)?.prompt;
    // The system prompt has 20,000 tokens, and the newest, unanswered message 4,000.
    expect(fired).toBeGreaterThan(22_000);
    expect(fired).toBeLessThan(28_000);
  });

  test("a recipe that cannot run leaves the log unchanged and explains why", async () => {
    const unknown: ReplayPolicy = { kind: "recipe", id: "x", recipe: "no-such-strategy", trigger: { tokens: 10_000 } };
    const [kept, failed] = replay(await example(), [KEEP_ALL, unknown]);
    expect(failed?.rows).toEqual(kept?.rows);
    expect(failed?.totals.failures).toEqual(["unknown-strategy"]);
  });

  test("what a rewind abandoned is in no later prompt, and only what preceded it is read", () => {
    const session = sketchSession(`
      user  hello
      say   hi
      usage read=0 write=1000 in=0 out=20 model=claude-sonnet-4-5
      user  the wrong way ${"and on ".repeat(2_000)}
      say   done
      usage read=1000 write=2000 in=0 out=20 model=claude-sonnet-4-5
      user  the right way
      say   done
      usage read=1000 write=100 in=0 out=20 model=claude-sonnet-4-5
    `);
    const left = session.messages.findIndex(({ parts: [part] }) => part?.type === "text" && /wrong/.test(part.text));
    const back = session.messages.findIndex(({ parts: [part] }) => part?.type === "text" && /right/.test(part.text));
    const rewind = { type: "rewind", agent: "main", atMessage: back, keptUntil: left } as const;
    const [logged, kept] = replay({ ...session, events: [rewind] }, [LOGGED, KEEP_ALL]);
    expect(kept?.rows.map(({ prompt }) => prompt)).toEqual(logged?.rows.map(({ prompt }) => prompt));
    expect(kept?.rows[2]?.read).toBeLessThanOrEqual(1_000);
  });
});
