import { describe, expect, it } from "vitest";
import type { CompareAnswer, ComparedStrategy } from "@/lib/api/schemas/compare";
import { alignTranscript, nextChange, type OriginalPart } from "@/lib/view-models/compare/aligned-transcript";
import { toMatrix } from "@/lib/view-models/compare/comparison-matrix";
import { recipeFault } from "@/lib/view-models/compare/recipe-fault";
import { toRecommendation } from "@/lib/view-models/compare/recommendation";
import {
  decodeChoice,
  encodeChoice,
  OWN_RECIPE,
  setParam,
  toggleChoice,
  toRecipe,
} from "@/lib/view-models/compare/strategy-choice";
import {
  type FormField,
  fieldLimits,
  fieldText,
  parseField,
  toFormFields,
} from "@/lib/view-models/compare/strategy-form";
import { toMapScale, toMapSegments, toMapWindow } from "@/lib/view-models/compare/transcript-map";
import { sketchComparison } from "../../../support/comparison-sketch";
import { sketchAnswer } from "../../../support/sketch-answer";

const result = (change: Partial<ComparedStrategy>): ComparedStrategy => ({
  strategy: { id: "x", version: "1", params: {} },
  status: "applied",
  failure: null,
  stats: sketchAnswer<ComparedStrategy["stats"]>({
    tokens_before: 100,
    tokens_after: 50,
    saved_fraction: 0.5,
    messages_after: 2,
    parts: { kept: 1, replaced: 1, put_aside: 0, dropped: 1 },
    trigger: null,
  }),
  cache: {
    prefix_tokens_kept: 10,
    suffix_tokens_rewritten: 40,
    break_even_requests: 4,
    net_cost_after_10_requests: { amount: -0.5, currency: "USD" },
  },
  refs: [],
  warnings: [],
  edits: [],
  provenance: [],
  ...change,
});
const comparison = (results: ComparedStrategy[]): CompareAnswer =>
  sketchAnswer<CompareAnswer>({
    original: { tokens_before: 100, messages_before: 3, request: 7, tokenizer: { id: "claude", basis: "estimated" } },
    results,
  });
const cells = (results: ComparedStrategy[], row: string) =>
  toMatrix(comparison(results)).find((entry) => entry.id === row)?.cells ?? [];

describe("toMatrix", () => {
  const smaller = result({ stats: { ...result({}).stats, tokens_after: 20, saved_fraction: 0.8 } });
  const idle = result({
    status: "noop",
    stats: {
      ...result({}).stats,
      tokens_after: 10,
      trigger: { fired: false, rule: "tokens > 90", value: 80, limit: 90 },
    },
  });
  it("marks the best of the results that did something", () => {
    expect(cells([result({}), smaller, idle], "tokens").map((cell) => cell.isBest)).toEqual([false, true, false]);
    expect(cells([smaller, idle], "tokens").some((cell) => cell.isBest)).toBe(false);
  });
  it("says why a strategy did nothing and what a refused one broke", () => {
    expect(cells([idle], "validity")[0]).toMatchObject({
      value: "unchanged",
      note: "trigger not reached (tokens > 90: 80 of 90)",
    });
    const broken = result({ status: "failed", failure: { code: "invalid-result", message: "orphan tool result" } });
    expect(cells([broken], "validity")[0]).toMatchObject({
      value: "refused",
      note: "orphan tool result",
      tone: "invalid",
    });
    const warnings = [
      { code: "invalid-result", message: "x" },
      { code: "orphan-result", message: "y", part_id: "m3.0" },
    ];
    expect(cells([{ ...broken, warnings }], "validity")[0]?.note).toBe("it would break: orphan-result");
  });
  it("shows unknown money as unknown", () => {
    const free = result({ cache: { ...result({}).cache, net_cost_after_10_requests: null } });
    expect(cells([free], "net")[0]?.value).toBe("unknown");
    const dear = (amount: number) =>
      result({ cache: { ...result({}).cache, net_cost_after_10_requests: { amount, currency: "USD" } } });
    expect(cells([dear(1), dear(2)], "net").some((cell) => cell.isBest)).toBe(false);
    expect(cells([dear(-1), dear(-2)], "net").map((cell) => cell.isBest)).toEqual([false, true]);
  });

  it("compares the tokens of the entire task with those without compression; a log that ends here has no evidence", () => {
    const data = sketchComparison({ id: "a", saved: 0.25, recall: 1 }, { id: "b", saved: -0.2, recall: 1 });
    const row = toMatrix(data).find(({ id }) => id === "tokens-per-task");
    expect(row?.original).toBe("~\u200a5.0k");
    expect(row?.cells.map(({ value, note, isBest }) => [value, note, isBest])).toEqual([
      ["~\u200a3.8k", "25.0\u202f% less", true],
      ["~\u200a6.0k", "20.0\u202f% more", false],
    ]);
    const ended = data.results.flatMap((result) =>
      result.evaluation
        ? [{ ...result, evaluation: { ...result.evaluation, economics: { ...result.evaluation.economics, ...ENDED } } }]
        : [],
    );
    expect(cells(ended, "tokens-per-task")[0]?.value).toBe("no evidence");
  });
});

describe("the weighed table for the page", () => {
  const cost = (once: number, saves: number): ComparedStrategy["cache"] => ({
    ...result({}).cache,
    break_even_requests: once / saves,
    net_cost_after_10_requests: { amount: once - 10 * saves, currency: "USD" },
  });
  const data = sketchComparison(
    { id: "cut", saved: 0.7, recall: 0.4, regrets: 20 },
    { id: "mild", saved: 0.5, recall: 0.9 },
    { id: "fold", saved: 0.8, recall: 0.95, regrets: 2 },
  );
  const caches = [cost(0.12, 0.04), cost(0.25, 0.03), cost(0.01, 0.05)];
  const results = data.results.map((one, index) => ({ ...one, cache: caches[index] ?? one.cache }));
  const weighed = { ...data, results };
  const wish = { horizon: 114, price: 0.04, isByRule: [false, false, true] };
  const row = (id: string, of = wish) => toMatrix(weighed, of).find((entry) => entry.id === id);

  it("has the verdict's money: over its requests, and with lost facts paid at its price", () => {
    // 0.12 − 114 × 0.04 = −4.44, and 20 × 0.04 = 0.80 for lost facts.
    const { detail } = toRecommendation(weighed, { ...wish, goal: "balanced" });
    expect(detail).toContain("~$4.44 less over 114 requests, ~$3.64 less after paying for 20 lost facts.");
    expect(row("net")).toMatchObject({ label: "Cost over the next 114 requests" });
    expect(row("net")?.cells.map(({ value }) => value)).toEqual(["~$4.44 less", "~$3.17 less", "~$5.69 less"]);
    for (const id of ["net", "net-paid"])
      expect(row(id)?.cells.map(({ isBest }) => isBest)).toEqual([true, false, false]);
    expect(row("net-paid")?.unit).toBe("at $0.04 per lost fact");
    expect(row("net-paid")?.cells.map(({ value, note }) => [value, note])).toEqual([
      ["~$3.64 less", "20 lost facts"],
      ["~$3.17 less", "no needed fact is lost"],
      ["~$5.61 less", "2 lost facts"],
    ]);
  });

  it("without evidence of lost facts, shows the cost without them, and says so", () => {
    const bare = results.map((one) => ({ ...one, evaluation: null }));
    const unmeasured = toMatrix({ ...weighed, results: bare }, wish).find(({ id }) => id === "net-paid");
    expect(unmeasured?.cells[0]).toMatchObject({ value: "~$4.44 less", note: "lost facts unknown, not counted" });
  });

  it("counts what is put aside along with what is edited and dropped", () => {
    const stats = { ...result({}).stats, parts: { kept: 1, replaced: 0, put_aside: 35, dropped: 0 } };
    expect(cells([result({ stats })], "messages")[0]?.note).toBe("0 edited, 35 put aside, 0 dropped");
  });

  it("shows in whole requests when a strategy pays, like the verdict", () => {
    expect(row("break-even")).toMatchObject({ label: "Pays after", unit: "requests" });
    expect(row("break-even")?.cells.map(({ value }) => value)).toEqual(["3", "9", "1"]);
  });

  it("never marks a summary as best that no model wrote, and shows it in grey", () => {
    for (const { id, cells: all } of toMatrix(weighed, wish)) {
      expect(all[2]?.isBest, id).toBe(false);
      expect(all[2]?.tone, id).toBe(id === "validity" ? "valid" : "quiet");
    }
    expect(row("tokens")?.cells.map(({ isBest }) => isBest)).toEqual([true, false, false]);
    const byModel = { ...wish, isByRule: [false, false, false] };
    expect(row("tokens", byModel)?.cells.map(({ isBest }) => isBest)).toEqual([false, false, true]);
  });

  it("keeps the metrics' names if nothing is weighed, as in a report", () => {
    const labels = toMatrix(weighed).map(({ label }) => label);
    expect(labels).toEqual(expect.arrayContaining(["Break-even", "Net after 10 requests"]));
  });

  it("says that nothing is saved if no cost over requests follows", () => {
    const never = { ...caches[0], break_even_requests: null } as ComparedStrategy["cache"];
    const [first] = toMatrix({ ...data, results: data.results.map((one) => ({ ...one, cache: never })) }, wish)
      .filter(({ id }) => id === "net")
      .flatMap(({ cells: all }) => all);
    expect(first).toMatchObject({ value: "–", note: "nothing is saved", tone: "quiet" });
  });
});

const ENDED = { tokens_per_task: null, tokens_per_task_original: null };

const part = (id: string, tokens: number): OriginalPart => ({
  id,
  kind: "tool_result",
  tool: "Bash",
  path: null,
  tokens,
  text: id,
});
const edits = [
  {
    op: "replace" as const,
    targets: ["b"],
    reason: "large-output",
    step: "s",
    tokens_before: 30,
    tokens_after: 4,
    reversible: true,
    produced: {
      id: "b~1",
      type: "tool-result" as const,
      toolCallId: "b",
      output: [{ type: "text" as const, text: "short" }],
      isError: false,
    },
  },
  {
    op: "drop" as const,
    targets: ["c"],
    reason: "oldest",
    step: "s",
    tokens_before: 10,
    tokens_after: 0,
    reversible: false,
  },
];
const provenance = [
  { part_id: "a", message: 0, fate: "kept" as const },
  { part_id: "b~cleared", message: 1, fate: "replaced" as const, edit: 0, reference: "out_1" },
  { part_id: "c", message: 2, fate: "dropped" as const, edit: 1 },
];

describe("alignTranscript", () => {
  const parts = new Map([part("a", 5), part("b", 30), part("c", 10)].map((entry) => [entry.id, entry]));
  const rows = alignTranscript(
    comparison([
      result({ edits, provenance }),
      result({ provenance: provenance.map((entry) => ({ ...entry, fate: "kept" as const })) }),
    ]),
    parts,
  );
  it("puts each part's status next to the original", () => {
    expect(rows.map((row) => row.cells.map((cell) => cell.status))).toEqual([
      ["kept", "kept"],
      ["aside", "kept"],
      ["dropped", "kept"],
    ]);
    expect(rows[1]?.cells[0]).toMatchObject({ reference: "out_1", saved: 26, text: "short" });
    expect(rows[1]?.part.id).toBe("b");
    expect(rows.map((row) => row.isChanged)).toEqual([false, true, true]);
  });
  it("says what remains of a put-aside output only if known", () => {
    const excerptIn = (text: string) =>
      alignTranscript(comparison([result({ edits, provenance })]), new Map([["b", { ...part("b", 30), text }]]))
        .flatMap(({ cells }) => cells)
        .flatMap((cell) => (cell.status === "aside" ? [cell.excerpt] : []));
    expect(excerptIn("short\nand more")).toEqual(["beginning"]);
    expect(excerptIn("first line\nshort")).toEqual(["other"]);
  });
  it("knows nothing of a part that is not loaded yet", () => {
    const [row] = alignTranscript(comparison([result({ edits, provenance })]), new Map());
    expect(row?.part).toMatchObject({ id: "a", isLoading: true });
  });
  it("covers the entire map without gaps", () => {
    const segments = toMapSegments(rows, 0);
    expect(segments[0]?.from).toBe(0);
    expect(segments.at(-1)?.to).toBeCloseTo(1);
    for (const [index, segment] of segments.entries())
      if (index > 0) expect(segment.from).toBe(segments[index - 1]?.to);
    expect(toMapSegments(rows, 1)).toHaveLength(1);
    expect(toMapWindow(rows, toMapScale(rows), 0, rows.length - 1)).toEqual({ from: 0, to: 1 });
  });
  it("draws thousands of alternating rows in visible steps, still without gaps", () => {
    const many = Array.from({ length: 4000 }, (_, index) => ({ ...rows[index % 3], index }) as (typeof rows)[number]);
    const segments = toMapSegments(many, 0);
    expect(segments.length).toBeGreaterThan(100);
    expect(segments.length).toBeLessThanOrEqual(401);
    expect(segments[0]?.from).toBe(0);
    expect(segments.at(-1)?.to).toBe(1);
    for (const [index, segment] of segments.entries())
      if (index > 0) expect(segment.from).toBe(segments[index - 1]?.to);
  });
  it("steps through changes and stops at the ends", () => {
    expect(nextChange(rows, -1, 1)).toBe(1);
    expect(nextChange(rows, 1, 1)).toBe(2);
    expect(nextChange(rows, 2, 1)).toBeNull();
    expect(nextChange(rows, 1, -1)).toBeNull();
  });
});

describe("strategy choice", () => {
  it("survives the link", () => {
    const choice = { slot: 3, id: "roo-3.25", params: { n: 10, text: "a~b=c,d", none: null } };
    expect(decodeChoice(encodeChoice(choice))).toEqual(choice);
    for (const text of ["", "7.x", "1.x~n", "1.x~=1", "1.x~n={", "<script>"]) expect(decodeChoice(text)).toBeNull();
  });
  it("assigns a free slot and keeps the others", () => {
    const two = toggleChoice(toggleChoice([], "a"), "b");
    const without = toggleChoice(two, "a");
    expect(without).toEqual([{ slot: 2, id: "b", params: {} }]);
    expect(toggleChoice(without, "c").map((choice) => choice.slot)).toEqual([2, 1]);
    const six = ["a", "b", "c", "d", "e", "f"].reduce(toggleChoice, [] as ReturnType<typeof toggleChoice>);
    expect(toggleChoice(six, "g")).toHaveLength(6);
  });
  it("carries a custom recipe with any nesting", () => {
    const recipe = { orElse: [{ pipe: ["a", { id: "b", params: { text: "x~y,z" } }] }, "c"] };
    const choice = { slot: 2, id: OWN_RECIPE, params: { recipe } };
    expect(decodeChoice(encodeChoice(choice))).toEqual(choice);
    expect(toRecipe(choice)).toEqual(recipe);
    expect(recipeFault(toRecipe({ slot: 1, id: OWN_RECIPE, params: {} }))).toBeNull();
  });
  it("reports where a recipe has the wrong shape", () => {
    const run = { when: "requested", run: "a" };
    for (const right of [
      "a",
      { id: "a" },
      { pipe: ["a", run] },
      { orElse: ["a", "b"] },
      { until: { tokens: 1 }, ladder: ["a"] },
    ])
      expect(recipeFault(right)).toBeNull();
    const places = [
      7,
      {},
      { pipe: [] },
      { pipe: ["a", 3] },
      { orElse: ["a"] },
      { ladder: ["a"] },
      { run: "a" },
      { orElse: ["a", { pipe: [{}] }] },
    ];
    expect(places.map((wrong) => recipeFault(wrong)?.at)).toEqual([
      "$",
      "$",
      "$.pipe",
      "$.pipe[1]",
      "$.orElse",
      "$",
      "$",
      "$.orElse[1].pipe[0]",
    ]);
  });
  it("drops a parameter that equals its default", () => {
    const changed = setParam({ slot: 1, id: "a", params: {} }, "n", 10, 5);
    expect(toRecipe(changed)).toEqual({ id: "a", params: { n: 10 } });
    expect(toRecipe(setParam(changed, "n", 5, 5))).toBe("a");
  });
});

describe("strategy form", () => {
  const [n, mode, reserved] = toFormFields({
    properties: {
      n: { type: "integer", minimum: 1, maximum: Number.MAX_SAFE_INTEGER, default: 5, description: "Newest" },
      mode: { type: "string", enum: ["a", "b"], default: "a" },
      reserved: { anyOf: [{ type: "integer", minimum: 0 }, { type: "null" }], default: null },
    },
  });
  it("reads kinds, limits and defaults", () => {
    expect(n).toMatchObject({ kind: "integer", limits: "integer ≥ 1", otherwise: 5, description: "Newest" });
    expect(mode).toMatchObject({ kind: "enum", options: ["a", "b"] });
    expect(reserved).toMatchObject({ kind: "integer", isNullable: true, otherwise: null });
    expect(toFormFields(null)).toEqual([]);
  });
  it("reads units, lists, long texts and a type that may be none", () => {
    const [share, list, text, percent, count] = toFormFields({
      properties: {
        fraction: { type: "number", minimum: 0, maximum: 1, default: 0.5 },
        tools: { anyOf: [{ type: "array", items: { type: "string" } }, { type: "string" }], default: ["a", "b"] },
        instructions: { type: "string", maxLength: 5, default: "" },
        profile: { type: ["number", "null"], default: null, description: "in percent" },
        keep: { type: "integer", default: 3, description: "Number of newest tool results to keep" },
      },
    });
    expect(share).toMatchObject({ unit: "share", limits: "number 0 to 1" });
    expect(list).toMatchObject({ kind: "list" });
    expect(fieldText(list?.otherwise)).toBe("a, b");
    expect(parseField(list as FormField, " x, y ,")).toEqual({ ok: true, value: ["x", "y"] });
    expect(parseField(text as FormField, "123456").ok).toBe(false);
    expect(percent).toMatchObject({ kind: "number", isNullable: true, unit: "percent" });
    expect(count?.unit).toBe("results");
    const [size] = toFormFields({ properties: { turns: { type: "integer", description: "Newest `unit`s" } } });
    expect(size?.unit).toBe("");
    expect([mode, reserved, share].map((field) => fieldLimits(field as FormField, field?.otherwise))).toEqual([
      "a, b",
      "integer ≥ 0",
      "50 %, number 0 to 1",
    ]);
  });
  it("refuses what the schema refuses", () => {
    if (!n || !reserved) throw new Error("fields are missing");
    expect(parseField(n, "0").ok).toBe(false);
    expect(parseField(n, "2.5").ok).toBe(false);
    expect(parseField(n, "").ok).toBe(false);
    expect(parseField(n, " 12 ")).toEqual({ ok: true, value: 12 });
    expect(parseField(reserved, "")).toEqual({ ok: true, value: null });
  });
});
