import { expect, test } from "vitest";
import { toAgentOutlines } from "@/lib/read-models/agent-outline";
import { toMessageRows } from "@/lib/read-models/message-rows";
import { toRequestRows } from "@/lib/read-models/request-rows";
import { analyzeSketch } from "../../support/analyze-sketch";

const drawing = `
  user first, try this
  say one
  usage write=10000 in=0 out=5 at=0
  agent helper
  client look
  say found
  usage write=3000 in=0 out=2 at=10
  agent main
  user wait
  user now the other
  say two
  call a Read {"file_path":"x.ts"}
  usage read=10000 write=100 in=2 out=4 at=20
  result a export const x = 1
  compact auto 167000
  summary so far
  say three
  usage read=0 write1h=9000 in=0 out=4 at=30
`;
const analysis = analyzeSketch(drawing);
const messages = toMessageRows(analysis);
const outlines = toAgentOutlines(analysis, ["main", "helper"], messages);

test("an outline contains what a page needs of one agent", () => {
  const [main, helper] = outlines;
  expect(main).toMatchObject({ agent: "main", messages: 8, window: 200_000, reserve_from: 167_000 });
  expect(main?.compactions).toMatchObject([{ at: 2, before: 10_102, after: 9_000, trigger: "auto" }]);
  expect(helper).toMatchObject({ agent: "helper", messages: 2, compactions: [], prompts: [] });
});

test("prompts are what a person typed, the last of several before one request", () => {
  expect(outlines[0]?.prompts.map(({ at, text }) => [at, text])).toEqual([
    [0, "first, try this"],
    [1, "now the other"],
  ]);
});

test("law: what a request carried is in its range of the agent's messages, and its answer starts at the range's end", () => {
  for (const agent of ["main", "helper"]) {
    const own = messages.filter((message) => message.agent === agent);
    for (const row of toRequestRows(analysis, agent)) {
      const at = row.index_in_agent;
      own.forEach((message, position) => {
        const isCarried = message.parts.some(
          ({ first_request: first, last_request: last }) => first !== null && first <= at && (last ?? at) >= at,
        );
        if (isCarried) expect([row.message_start <= position, position < row.message_end]).toEqual([true, true]);
        if (message.role === "assistant" && message.request === at)
          expect(position).toBeGreaterThanOrEqual(row.message_end);
      });
    }
  }
  expect(toRequestRows(analysis, "main").map((row) => [row.message_start, row.message_end])).toEqual([
    [0, 1],
    [0, 4],
    [6, 7],
  ]);
});

test("a request has its cost, with its tier, and its cost without a cache", () => {
  const [first, second, third] = toRequestRows(analysis, "main");
  // Sonnet 4.5: $3 in, $3.75 and $6 written, $0.30 read, $15 out, per million tokens.
  expect(first?.cost?.amount).toBeCloseTo((10_000 * 3.75 + 5 * 15) / 1e6, 10);
  expect(first?.cost_without_cache?.amount).toBeCloseTo((10_000 * 3 + 5 * 15) / 1e6, 10);
  expect(second?.cost?.amount).toBeCloseTo((10_000 * 0.3 + 100 * 3.75 + 2 * 3 + 4 * 15) / 1e6, 10);
  expect(third).toMatchObject({ cache_write: 9_000, cache_write_5m: null, cache_write_1h: 9_000 });
  expect(third?.cost?.amount).toBeCloseTo((9_000 * 6 + 4 * 15) / 1e6, 10);
});

test("without a price or a counter the cost is unknown, not zero", () => {
  const rows = toRequestRows(
    analyzeSketch("user go\nsay one\nusage model=nobody-knows-it write=900 in=0\nsay two\nusage none"),
  );
  expect(rows.map((row) => [row.cost, row.cost_without_cache])).toEqual([
    [null, null],
    [null, null],
  ]);
});
