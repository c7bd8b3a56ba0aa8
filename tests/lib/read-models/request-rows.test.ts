import { expect, test } from "vitest";
import { modelPricesAt } from "@/lib/models/price-at";
import { resolveModel } from "@/lib/models/resolve-model";
import { toRequestRows } from "@/lib/read-models/request-rows";
import { analyzeSketch } from "../../support/analyze-sketch";
import { sketchTime } from "../../support/sketch-session";

const analysis = analyzeSketch(`
  user go
  say one
  usage write=10000 in=3 out=5 at=0
  agent helper
  client look
  say found
  usage write=3000 in=0 out=2 at=10
  agent main
  user on
  say two
  usage read=0 write=11000 in=2 out=4 at=400
`);

test("a row has the API's shape, and a break its sentence", () => {
  const [first, second] = toRequestRows(analysis, "main");
  expect(first).toMatchObject({
    index: 0,
    index_in_agent: 0,
    agent: "main",
    model: "claude-sonnet-4-5",
    started_at: "2026-01-01T00:00:00.000Z",
    prompt_tokens: 10_003,
    prompt_basis: "reported",
    cache_read: 0,
    cache_write: 10_000,
    uncached: 3,
    output: 5,
    expected_read: null,
    break: null,
  });
  expect(second).toMatchObject({
    index: 2,
    index_in_agent: 1,
    expected_read: 0,
    break: { cause: "ttl-expiry", letter: "T", confidence: "certain", is_expected: true, lost_tokens: 10_000 },
  });
  expect(second?.break?.evidence).toMatch(/^The two requests started 6 m 40 s apart; cache entries live 5 m/);
});

test("without an agent, all requests are returned, and JSON keeps every field", () => {
  const rows = toRequestRows(analysis);
  expect(rows.map((row) => [row.index, row.agent])).toEqual([
    [0, "main"],
    [1, "helper"],
    [2, "main"],
  ]);
  expect(JSON.parse(JSON.stringify(rows))).toEqual(rows);
});

test("law: read + written + uncached = prompt = sum of the composition", () => {
  for (const row of toRequestRows(analysis)) {
    expect((row.cache_read ?? 0) + (row.cache_write ?? 0) + (row.uncached ?? 0)).toBe(row.prompt_tokens);
    expect(Object.values(row.composition).reduce((sum, tokens) => sum + tokens, 0)).toBe(row.prompt_tokens);
  }
});

test("without cache figures, a session's only request has a cost, like the session; one of several has none", () => {
  const costs = (drawing: string) => toRequestRows(analyzeSketch(drawing)).map(({ cost }) => cost?.amount ?? null);
  const one = "user go\n say one\n usage in=1000 out=5";
  const first = (1000 * 3 + 5 * 15) / 1e6;
  expect(costs(one)).toEqual([first]);
  expect(costs(`${one}\n user on\n say two\n usage in=1100 out=5`)).toEqual([null, null]);
});

test("a request without reads is priced as sent in a log that reports reads, as in the session's cost", () => {
  const rows = toRequestRows(
    analyzeSketch("user go\n say one\n usage write=1000 in=0 out=5\n user on\n say two\n usage in=1100 out=5"),
  );
  expect(rows.map(({ cost }) => cost?.amount)).toEqual([(1000 * 3.75 + 75) / 1e6, (1100 * 3 + 75) / 1e6]);
});

test("a break is priced on its day, like the request itself", () => {
  const rows = toRequestRows(
    analyzeSketch(`
      user go
      say one
      usage model=deepseek-v4-pro read=0 write=10000 in=0 out=0
      user on
      say two
      usage model=deepseek-v4-pro read=0 write=10000 in=0 out=0
    `),
  );
  const { input, cacheRead } = modelPricesAt("deepseek-v4-pro", sketchTime(10)) ?? { input: 0, cacheRead: 0 };
  expect(input).toBeLessThan(resolveModel("deepseek-v4-pro")?.prices?.input ?? 0);
  expect(rows[1]?.cost?.amount).toBeCloseTo((10_000 * input) / 1e6, 9);
  expect(rows[1]?.break?.lost_cost?.amount).toBeCloseTo((10_000 * (input - cacheRead)) / 1e6, 9);
});
