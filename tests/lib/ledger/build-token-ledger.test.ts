import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { buildTokenLedger, type TokenLedger } from "@/lib/ledger/build-token-ledger";
import type { Session } from "@/lib/transcript/session";
import { quarterTokenizer } from "../../support/fake-tokenizer";
import { sketchSession } from "../../support/sketch-session";

const tokensOf = (ledger: TokenLedger, session: Session, messages: number[]) =>
  messages
    .flatMap((index) => session.messages[index]?.parts ?? [])
    .reduce((sum, part) => sum + tokenCount(ledger, part.id), 0);

const tokenCount = (ledger: TokenLedger, id: string) => ledger.parts.get(id)?.tokens ?? Number.NaN;

describe("anchoring", () => {
  const session = sketchSession(`
    user abcd ×100
    call a Read {"file_path":"x.ts"}
    usage write=1000 in=3 out=1
    result a some text of the file ×40
    say done, all of it is as you wished
    usage read=1000 write=500 in=3 out=1
    user thank you
  `);
  const ledger = buildTokenLedger(session, quarterTokenizer);

  test("what was appended between two requests adds up to the prompt's growth", () => {
    expect(tokensOf(ledger, session, [1, 2])).toBe(500);
    expect(ledger.parts.get(session.messages[2]?.parts[0]?.id as string)).toMatchObject({
      kind: "file",
      basis: "anchored",
    });
  });

  test("text before the first and after the last request is scaled by the transcript's scale, and marked so", () => {
    const [typed] = session.messages[0]?.parts ?? [];
    const counted = ledger.parts.get(typed?.id as string);
    const scale = ledger.scales.get("claude-sonnet-4-5") as number;
    expect(counted).toMatchObject({ basis: "estimated", estimate: 125 });
    expect(counted?.tokens).toBe(Math.round(125 * scale));
  });

  test("a text that only the logged request contains is scaled like a part, so that both share its prompt fairly", () => {
    const [typed] = session.messages[0]?.parts ?? [];
    const texts = [{ text: "abcd ".repeat(100) }, { part: typed?.id as string }];
    const { captured } = buildTokenLedger({ ...session, captured: { texts, blocks: [] } }, quarterTokenizer);
    expect(captured).toEqual([tokenCount(ledger, typed?.id as string), tokenCount(ledger, typed?.id as string)]);
  });

  test("a single step leaves nothing to test the scale on", () => {
    expect(ledger.residual).toMatchObject({ steps: 1, tokens: 500 });
  });
});

test("a plausible output count anchors the answer, and the rest goes to the new input", () => {
  const session = sketchSession(`
    user go
    say abcd ×100
    usage write=1000 in=3 out=150
    user abcd ×100
    say ok
    usage read=1000 write=250 in=3 out=1
  `);
  const ledger = buildTokenLedger(session, quarterTokenizer);
  expect(tokensOf(ledger, session, [1])).toBe(150);
  expect(tokensOf(ledger, session, [2])).toBe(100);
});

test("a lower bound of an output count is not trusted", () => {
  const session = sketchSession(`
    user go
    say abcd ×100
    usage write=1000 in=3 out=1
    user abcd ×100
    say ok
    usage read=1000 write=250 in=3 out=1
  `);
  const ledger = buildTokenLedger(session, quarterTokenizer);
  expect(ledger.outputs.floors).toEqual(new Set([0]));
  expect(tokensOf(ledger, session, [1])).toBe(125);
});

test.each([
  ["compaction", "compact auto 900\nsummary all is well"],
  ["cleared results", "clear a\nuser go on"],
  ["a rewind", "rewind\nuser go on"],
  ["a restart of the client", "resume\nuser go on"],
])("%s re-anchors", (_, middle) => {
  const session = sketchSession(`
    user go
    call a Bash {"command":"ls"}
    usage write=1000 in=0 out=9
    result a x ×40
    say one
    usage read=1000 write=100 in=0 out=9
    ${middle}
    say two
    usage read=200 write=1200 in=0 out=9
  `);
  const ledger = buildTokenLedger(session, quarterTokenizer);
  expect(ledger.steps.map((step) => step.kind)).toEqual(["first", "append", "re-anchor"]);
});

test("a shorter prompt and another model re-anchor too, and each model has a separate scale", () => {
  const session = sketchSession(`
    user go
    say abcd ×40
    usage model=a write=1000 in=0
    user abcd ×40
    say abcd ×40
    usage model=a write=1100 in=0
    user abcd ×40
    say abcd ×40
    usage model=b write=2000 in=0
    user abcd ×40
    say abcd ×40
    usage model=b write=2200 in=0
    user more
    say less
    usage model=b write=2100 in=0
  `);
  const ledger = buildTokenLedger(session, quarterTokenizer);
  expect(ledger.steps.map((step) => step.kind)).toEqual(["first", "append", "re-anchor", "append", "re-anchor"]);
  expect(ledger.scales.get("a")).toBeCloseTo(1);
  expect(ledger.scales.get("b")).toBeCloseTo(2);
});

test("without usage everything is estimated, and nothing fails", () => {
  const session = sketchSession("user hello there\nsay hi\nusage none");
  const ledger = buildTokenLedger(session, quarterTokenizer);
  expect([...ledger.parts.values()].map(({ tokens, basis }) => [tokens, basis])).toEqual([
    [3, "estimated"],
    [1, "estimated"],
  ]);
  expect(ledger.residual).toEqual({ steps: 0, unaccounted: 0, tokens: 0, before: null, after: null });
});

test("an exact tokenizer's counts are not scaled to the total", () => {
  const session = sketchSession(
    "user abcd\nsay abcd\nusage write=100 in=0\nuser abcdefgh\nsay abcd\nusage write=150 in=0",
  );
  const ledger = buildTokenLedger(session, { ...quarterTokenizer, basis: "exact" });
  expect([...ledger.parts.values()].map(({ tokens, basis }) => [tokens, basis])).toEqual([
    [1, "exact"],
    [1, "exact"],
    [2, "exact"],
    [1, "exact"],
  ]);
});

test("growth that the visible parts cannot explain is not spread over them", () => {
  const steady = (prompt: number) => `user abcd ×40\nsay abcd ×40\nusage read=0 write=${prompt} in=0`;
  const session = sketchSession([1000, 1100, 1200, 9000, 9010].map(steady).join("\n"));
  const ledger = buildTokenLedger(session, quarterTokenizer);
  expect(ledger.steps.map((step) => step.kind)).toEqual(["first", "append", "append", "re-anchor", "re-anchor"]);
  expect(ledger.residual).toMatchObject({ steps: 2, unaccounted: 2 });
  expect([...ledger.parts.values()].every((part) => part.tokens === 50)).toBe(true);
});

test("growth right after a compaction is spread over the visible parts only if it is about their size", () => {
  const step = (prompt: number) => `user abcd ×40\nsay abcd ×40\nusage read=0 write=${prompt} in=0`;
  const kindsFor = (compacted: number, after: number, later: number) => {
    const steps = [
      ...[9000, 9100, 9200].map(step),
      "compact auto 9200\nsummary done",
      ...[compacted, after, later].map(step),
    ];
    return buildTokenLedger(sketchSession(steps.join("\n")), quarterTokenizer)
      .steps.slice(3)
      .map(({ kind }) => kind);
  };
  expect(kindsFor(1000, 1110, 1300)).toEqual(["re-anchor", "append", "append"]);
  expect(kindsFor(1000, 1190, 1300)).toEqual(["re-anchor", "re-anchor", "append"]);
});

test("the scale is a median, so one odd step does not distort it", () => {
  const steady = (prompt: number) => `user abcd ×40\nsay abcd ×40\nusage read=0 write=${prompt} in=0`;
  const session = sketchSession([1000, 1090, 1180, 1270, 1490].map(steady).join("\n"));
  const ledger = buildTokenLedger(session, quarterTokenizer);
  expect(ledger.scales.get("claude-sonnet-4-5")).toBeCloseTo(0.9);
  expect(ledger.residual.steps).toBe(4);
});

test("Claude's calls and results have an unscaled wrapper", () => {
  const session = sketchSession('user go\ncall a Bash {"command":"ls"}\nusage none\nresult a x.ts');
  const ledger = buildTokenLedger(session, { ...quarterTokenizer, id: "claude" });
  expect([...ledger.parts.values()].map((part) => part.estimate)).toEqual([1, 1 + 4 + 59, 1 + 19]);
});

test("law: in every append-only step the parts add up to ΔT", () => {
  const growth = fc.record({
    factor: fc.double({ min: 0.7, max: 1.4, noNaN: true }),
    words: fc.integer({ min: 4, max: 300 }),
    out: fc.nat(500),
  });
  fc.assert(
    fc.property(fc.array(growth, { minLength: 1, maxLength: 12 }), (steps) => {
      let prompt = 1000;
      const lines = ["user go\nsay abcd\nusage write=1000 in=0 out=1"];
      for (const { factor, words, out } of steps) {
        prompt += Math.round(2 * words * factor);
        lines.push(`user abc ×${words}\nsay abc ×${words}\nusage read=1 write=${prompt - 1} in=0 out=${out}`);
      }
      const session = sketchSession(lines.join("\n"));
      const ledger = buildTokenLedger(session, quarterTokenizer);
      const appended = ledger.steps.filter((step) => step.kind === "append");
      for (const { newFrom, end, delta } of appended) {
        const messages = Array.from({ length: end - newFrom }, (_, index) => newFrom + index);
        expect(tokensOf(ledger, session, messages)).toBe(delta);
      }
      expect(appended.length + ledger.residual.unaccounted).toBe(steps.length);
    }),
  );
});
