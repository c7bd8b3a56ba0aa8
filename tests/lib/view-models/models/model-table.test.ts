import { describe, expect, test } from "vitest";
import { MODELS } from "@/lib/models/models";
import { filterModels, type ModelTableRow, sortModels } from "@/lib/view-models/models/model-table";
import { doublings, formatDoubling, toWindowChart, windowFacts } from "@/lib/view-models/models/model-windows";
import { cacheRuleText, toModelTable } from "@/lib/view-models/models/to-model-table";

const rows = toModelTable(MODELS);
const published = rows.filter(({ printed }) => printed !== null);
const rowOf = (id: string) => rows.find((row) => row.id === id) as ModelTableRow;

describe("the table", () => {
  test("a row shows what is known, the source, and what is disputed", () => {
    expect(rowOf("claude-sonnet-4-5")).toMatchObject({
      released: "2025-09-29",
      window: 200_000,
      printed: "200000",
      input: 3,
      cacheRead: 0.3,
      cacheWrite: 3.75,
      stepAt: 200_000,
      inputAbove: 6,
      tokenizer: "claude",
      isExact: false,
      isOwn: false,
    });
    expect(rowOf("deepseek-v3.2-exp").disagreements).toBeGreaterThan(0);
  });

  test("a counter billed as input has no separate price", () => {
    expect(rowOf("gpt-4o-2024-05-13")).toMatchObject({ input: 5, cacheRead: null, cacheWrite: null });
  });

  test("cache rules in words", () => {
    const rules = { policy: "anthropic-breakpoints", minimumTokens: 1024, defaultTtlSeconds: 300 } as const;
    expect(cacheRuleText(rules)).toBe("breakpoints; kept 5 m; from 1,024 tokens");
    expect(cacheRuleText({ policy: "unknown", minimumTokens: null, defaultTtlSeconds: null })).toBeNull();
  });

  test("nothing is hidden without a filter; a text or a provider narrows the list", () => {
    expect(filterModels(rows, { text: "", provider: null })).toHaveLength(rows.length);
    const found = filterModels(rows, { text: "opus 4-6", provider: null });
    expect(found.map(({ id }) => id)).toEqual(["claude-opus-4-6"]);
    const xai = filterModels(rows, { text: "", provider: "xai" });
    expect(new Set(xai.map(({ provider }) => provider))).toEqual(new Set(["xai"]));
  });

  test("models of the reader's sessions come first, then the newest", () => {
    const used = toModelTable(
      MODELS,
      undefined,
      new Map([
        ["claude-3-haiku", 2],
        ["o1", 5],
      ]),
    );
    const [first, second, third, ...rest] = sortModels(used, null, "asc");
    expect([first?.id, second?.id]).toEqual(["o1", "claude-3-haiku"]);
    expect(rest.every(({ released }) => (released ?? "") <= (third?.released ?? ""))).toBe(true);
  });

  test("unknown comes last in both sort directions", () => {
    for (const order of ["asc", "desc"] as const) {
      const windows = sortModels(rows, "window", order).map(({ window }) => window);
      const known = windows.filter((window) => window !== null);
      expect(windows.slice(known.length).every((window) => window === null)).toBe(true);
      expect(windows.length).toBeGreaterThan(known.length);
      expect(known).toEqual([...known].sort((a, b) => (order === "asc" ? a - b : b - a)));
    }
  });
});

describe("the chart of windows", () => {
  const view = toWindowChart(published);

  test("has fifteen points in release order, and the largest window rises three times", () => {
    expect(view?.points).toHaveLength(15);
    expect(view?.largest.map(({ window }) => window)).toEqual([16_385, 200_000, 1_048_576, 1_048_576]);
    expect(view?.sentence).toContain("1,048,576");
  });

  test("the time axis shows its year at its first tick", () => {
    expect(view?.ticks.map(({ label }) => label)).toEqual(["Apr 2024", "Jul", "Oct", "2025", "Apr", "Jul", "Oct"]);
  });

  test("ten of fifteen have 200,000 or less; the medians of the two years", () => {
    expect(windowFacts(view?.points ?? [])).toEqual({
      total: 15,
      atMost200k: 10,
      medians: [
        { year: 2024, window: 128_000 },
        { year: 2025, window: 231_072 },
      ],
      largest: { window: 1_048_576, since: "2025-02" },
    });
  });

  test("every doubling has a line", () => {
    expect(doublings(view?.points ?? []).map(formatDoubling)).toEqual([
      "16k",
      "32k",
      "64k",
      "128k",
      "256k",
      "512k",
      "1M",
    ]);
  });

  test("without data, the chart is null", () => {
    expect(toWindowChart([])).toBeNull();
    expect(toWindowChart(rows.filter(({ released }) => released === null))).toBeNull();
  });
});
