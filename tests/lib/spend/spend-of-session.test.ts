import fc from "fast-check";
import { expect, test } from "vitest";
import { costOfSession } from "@/lib/answer/cost-of-session";
import { type Spend, spend } from "@/lib/api/schemas/spend";
import { toAgentComposition, wastedCosts } from "@/lib/read-models/composition";
import { spendOf } from "@/lib/spend/spend-of-session";
import { analyzeDrawn, analyzeSketch } from "@/tests/support/analyze-sketch";
import { sketchSession } from "@/tests/support/sketch-session";

type Step = {
  readonly read: number;
  readonly written: number;
  readonly plain: number;
  readonly output: number;
  readonly does: "read" | "ask" | "load" | "agent" | "compact" | "remind" | "say";
};

const step: fc.Arbitrary<Step> = fc.record({
  read: fc.constantFrom(0, 0, 900, 30_000),
  written: fc.nat({ max: 20_000 }),
  plain: fc.nat({ max: 400 }),
  output: fc.nat({ max: 2_000 }),
  does: fc.constantFrom("read", "ask", "load", "agent", "compact", "remind", "say"),
});

const CALLS: Readonly<Partial<Record<Step["does"], string>>> = {
  read: 'Read {"file_path":"/a.ts"}',
  ask: 'mcp__tracker__find {"query":"parser"}',
  load: 'Skill {"skill":"review"}',
};

const drawStep = ({ read, written, plain, output, does }: Step, at: number): string[] => {
  const call = CALLS[does];
  const agent = does === "agent" ? `worker${at % 2}` : "main";
  return [
    `agent ${agent}`,
    ...(agent === "main" ? [] : ["user look around"]),
    ...(does === "compact" ? ["compact auto 90000", "summary what was done"] : []),
    ...(does === "remind" ? [`client Contents of /work/CLAUDE.md (project): be brief ×${at + 1}`] : []),
    call === undefined ? "say done" : `call c${at} ${call}`,
    `usage model=claude-sonnet-4-5 read=${read} write=${written} in=${plain} out=${output}`,
    ...(call === undefined ? [] : [`result c${at} ${"found it ".repeat(40)}`]),
  ];
};

const sum = <T>(items: readonly T[], of: (item: T) => number) => items.reduce((all, item) => all + of(item), 0);

test("each token of each prompt and answer is in one row, and the rows add up to the session's cost", () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 24 }), (steps) => {
      const analysis = analyzeSketch(["user mend it", ...steps.flatMap(drawStep)].join("\n"));
      const answer = spendOf(analysis);
      expect(spend.safeParse(answer).error).toBeUndefined();
      expect(answer.sent).toBe(sum(analysis.requests, ({ promptTokens }) => promptTokens.tokens));
      expect(answer.output).toBe(sum(analysis.requests, ({ output }) => output ?? 0));
      expect(sum(answer.rows, ({ sent }) => sent)).toBe(answer.sent);
      expect(sum(answer.rows, ({ output }) => output)).toBe(answer.output);
      expect(sum(answer.agents, ({ sent }) => sent)).toBe(answer.sent);
      const { cost } = costOfSession(analysis, null);
      const total = cost.kind === "known" ? cost.usd : Number.NaN;
      expect(sum(answer.rows, ({ cost: own }) => own ?? 0)).toBeCloseTo(total, 9);
      expect(sum(answer.agents, ({ cost: own }) => own ?? 0)).toBeCloseTo(total, 9);
      for (const { rows } of [answer, ...answer.agents])
        for (const row of rows) expect(row.tokens).toBeLessThanOrEqual(row.sent);
    }),
    { numRuns: 40 },
  );
});

const rowOf = ({ rows }: Spend, name: string) =>
  rows.find((row) => row.name === name || (name === "" && row.group === "not-in-log"));

test("read, written and uncached tokens are charged to the content at their place in the prompt", () => {
  const answer = spendOf(
    analyzeSketch(`
      user mend it
      call a Read {"file_path":"/a.ts"}
      usage model=claude-sonnet-4-5 read=0 write=1000 in=0 out=100
      result a ${"x".repeat(4_000)}
      say done
      usage model=claude-sonnet-4-5 read=1000 write=1100 in=0 out=10
    `),
  );
  const read = rowOf(answer, "Read");
  expect(answer.rows.map(({ group }) => group)).toEqual(expect.arrayContaining(["tool", "user", "model"]));
  expect(read?.calls).toBe(1);
  expect(read?.items.map(({ label }) => label)).toEqual(["/a.ts"]);
  // The result was written once, at $3.75 per million; the call was written with it, and as output at $15.
  const written = (read?.tokens ?? 0) * 3.75e-6;
  expect(read?.cost).toBeCloseTo(written + (read?.output ?? 0) * 15e-6, 9);
});

test("a server's calls and definitions are one row, and a sub-agent is one with the call that started it", () => {
  const drawing = `
    user ask it
    call a mcp__tracker__find {"query":"x"}
    call b Task {"description":"Look around"}
    usage model=claude-sonnet-4-5 write=9000 out=90
    agent worker
    user look around
    say found
    usage model=claude-sonnet-4-5 write=5000 out=40
    agent main
    error a not found
    result b found
    say done
    usage model=claude-sonnet-4-5 read=9000 write=200 out=10
  `;
  const tools = [
    { name: "mcp__tracker__find", schema: {} },
    { name: "mcp__tracker__never", schema: {} },
  ];
  const agents = [
    { id: "main", kind: "main", parent: null },
    { id: "worker", kind: "sub-agent", parent: "main", toolCallId: "b", title: "Look around" },
  ] as const;
  const answer = spendOf(analyzeSketch(drawing, { tools, agents }));
  const server = rowOf(answer, "tracker");
  expect(server).toMatchObject({ group: "mcp-server", calls: 1, failures: 1 });
  expect(server?.definitions).toBeGreaterThan(0);
  const worker = rowOf(answer, "Look around");
  expect(worker).toMatchObject({ group: "sub-agent", agent: "worker", calls: 1 });
  expect(worker?.sent).toBeGreaterThanOrEqual(5_000);
  expect(answer.agents.map(({ name, requests }) => [name, requests])).toEqual([
    ["main", 2],
    ["Look around", 1],
  ]);
});

test("commands in the same folder are named without it, and are separate rows of their tool", () => {
  const answer = spendOf(
    analyzeSketch(`
    user go on
    call a Bash {"command":"cd /home/ada/projects/a-long-name/of-a-folder/that-fills/the-line && npm test"}
    call b Bash {"command":"cd '/home/ada/projects/a long name'; npm run lint"}
    call c Bash {"command":"cd /home/ada"}
    usage model=claude-sonnet-4-5 write=9000 out=90
    result a passed
    result b clean
    result c moved
    say done
    usage model=claude-sonnet-4-5 read=9000 write=200 out=10`),
  );
  const labels = rowOf(answer, "Bash")?.items.map(({ label }) => label);
  expect(labels?.toSorted()).toEqual(["cd /home/ada", "npm run lint", "npm test"]);
});

test("without a price, rows have tokens and no money", () => {
  const answer = spendOf(analyzeSketch("user go\nsay a\nusage model=nobody-knows-it write=900 out=5"));
  expect(answer.cost).toEqual({ kind: "unknown", why: "no-price" });
  expect(answer.rows.every(({ cost }) => cost === null)).toBe(true);
  expect(sum(answer.rows, ({ share }) => share)).toBeCloseTo(1, 9);
});

test("a tool run by the provider has calls, like one of the client", () => {
  const session = sketchSession("user go\n say searched\n usage read=0 write=900 in=0 out=40");
  const messages = session.messages.map((message) =>
    message.role === "assistant"
      ? {
          ...message,
          parts: [
            ...["ws_1", "ws_2"].map((id) => ({
              ...{ id, type: "opaque" as const, provider: "openai" as const },
              value: { type: "web_search_call", id, status: "completed", action: { query: "cache" } },
            })),
            ...message.parts,
          ],
        }
      : message,
  );
  const { rows } = spendOf(analyzeDrawn({ ...session, messages }));
  expect(rows.find(({ name }) => name === "web_search")).toMatchObject({ group: "tool", calls: 2 });
});

test("needless content is in its tool's row; it is unknown for content that no rule judges, and without a price", () => {
  const drawing = (model: string) => `
    user go
    call a Read {"file_path":"/a.ts"}
    usage model=${model} write=2000 out=20
    result a ${"abcd ".repeat(300)}
    call b Edit {"file_path":"/a.ts","old_string":"a","new_string":"b"}
    usage model=${model} read=2000 write=400 out=20
    result b done
    say ok
    usage model=${model} read=2400 write=40 out=9
    user more
    say fine
    usage model=${model} read=2440 write=20 out=9
  `;
  const avoidableIn = (model: string) => {
    const analysis = analyzeSketch(drawing(model));
    const { rows } = spendOf(analysis, null, wastedCosts([toAgentComposition(analysis, "main")]));
    return (name: string) => rows.find((row) => row.name === name || row.group === name);
  };
  const priced = avoidableIn("claude-sonnet-4-5");
  const read = priced("Read");
  expect(read?.avoidable).toBeGreaterThan(0);
  expect(read?.avoidable).toBeLessThan(read?.cost ?? 0);
  expect(priced("Edit")?.avoidable).toBe(0);
  expect(priced("user")?.avoidable).toBeNull();
  expect(avoidableIn("nobody-knows-it")("Read")?.avoidable).toBeNull();
  const untold = spendOf(analyzeSketch(drawing("claude-sonnet-4-5")));
  expect(untold.rows.every(({ avoidable }) => avoidable === null)).toBe(true);
});
