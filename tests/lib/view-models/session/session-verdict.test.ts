import { describe, expect, test } from "vitest";
import type { BreakJson, RequestRow } from "@/lib/api/schemas/request-row";
import { BREAK_CAUSES } from "@/lib/cache/break-cause";
import { readDrops } from "@/lib/view-models/cache/read-drops";
import { costliestBreak, toSessionVerdict } from "@/lib/view-models/session/session-verdict";
import { verdictWords } from "@/lib/view-models/session/verdict-words";

type Summary = Parameters<typeof toSessionVerdict>[0];

const agent = (id: string, requests: number) => ({
  id,
  kind: id === "main" ? ("main" as const) : ("sub-agent" as const),
  parent: null,
  requests,
  peak_prompt_tokens: 100,
});
const SUMMARY: Summary = {
  cache: {
    read_share: 0.971,
    rewrite_factor: 2,
    breaks: 2,
    lost_tokens: 100,
    lost_cost: null,
    reported_causes: null,
    simulated: null,
  },
  cost: { amount: 5, currency: "USD", basis: "priced" },
  window: {
    tokens: 200_000,
    source: "known",
    peak_tokens: 168_000,
    peak_basis: "reported",
    peak_fraction: 0.841,
    last_tokens: null,
  },
  agents: [agent("main", 4)],
  models: ["gpt-4o"],
};
const dollars = (amount: number) => ({ amount, currency: "USD" as const });
const broken = (cause: BreakJson["cause"], lost: number | null, tokens = 1_000, isExpected = false): BreakJson => ({
  cause,
  letter: "?",
  confidence: "certain",
  is_expected: isExpected,
  lost_tokens: tokens,
  lost_cost: lost === null ? null : dollars(lost),
  evidence: "",
  reported: null,
});
const row = (found: BreakJson | null, cost: number | null = 1): RequestRow =>
  ({ break: found, cost: cost === null ? null : dollars(cost) }) as RequestRow;

describe("the first sentence of a session", () => {
  test("breaks: what they cost of the cost of the same agent, and the costliest that can be avoided", () => {
    const rows = [
      row(null),
      row(broken("model-switch", 0.5)),
      row(broken("compaction", 0.9, 5_000, true)),
      row(broken("tools-changed", 0.2)),
    ];
    const verdict = toSessionVerdict({ ...SUMMARY, agents: [agent("main", 4), agent("sub", 2)] }, "main", rows);
    expect(verdict).toMatchObject({ chip: null, request: 1 });
    expect(verdict.sentence).toBe(
      "3 breaks cost $1.60 of $4.00. The largest that can be avoided is at request 2, a switch of model: $0.500.",
    );
    expect(verdict.details).toEqual([
      expect.stringContaining("Caches are kept per model."),
      "$0.700 of it could have been avoided; the rest follows from compactions and pauses.",
      "Main agent alone; all agents cost $5.00.",
    ]);
    expect(
      toSessionVerdict({ ...SUMMARY, agents: [agent("main", 4), agent("sub", 2)] }, "sub", rows).details,
    ).toContain("Agent sub alone; all agents cost $5.00.");
  });

  test("one break, nothing that can be avoided: it is named all the same", () => {
    const verdict = toSessionVerdict(SUMMARY, "main", [row(null), row(broken("ttl-expiry", 0.5, 10, true))]);
    expect(verdict.sentence).toBe(
      "One break cost $0.500 of $2.00. It is at request 2, a pause longer than the cache lives: $0.500.",
    );
    expect(verdict.details.join(" ")).not.toContain("could have been avoided");
    const two = [row(broken("compaction", 0.1, 10, true)), row(broken("compaction", 0.2, 10, true))];
    expect(toSessionVerdict(SUMMARY, "main", two)).toMatchObject({
      request: 1,
      sentence: "2 breaks cost $0.300 of $2.00. The largest is at request 2, the rewrite after a compaction: $0.200.",
    });
  });

  test("no price: tokens instead of money", () => {
    const rows = [row(broken("unknown", null, 900), null), row(broken("provider-side", null, 2_100), null)];
    expect(toSessionVerdict(SUMMARY, "main", rows)).toMatchObject({
      request: 1,
      sentence:
        "2 breaks had 3,000 tokens processed again; no price is known. The largest that can be avoided is at request 2, a miss on the provider's side, as far as the log shows: 2,100 tokens.",
    });
  });

  test("breaks of a log without writes: there may be more", () => {
    const cache = { ...SUMMARY.cache, rewrite_factor: null };
    const { details } = toSessionVerdict({ ...SUMMARY, cache }, "main", [row(broken("compaction", 1, 900))]);
    expect(details).toContainEqual(expect.stringContaining("there may be more"));
  });

  test("no break, with and without a window", () => {
    const verdict = toSessionVerdict(SUMMARY, "main", [row(null)]);
    expect(verdict).toEqual({
      chip: null,
      sentence: "No cache break; 97.1\u2009% was read from cache. The window peaked at 84.1\u2009%.",
      details: [],
      request: null,
    });
    const unknown = { ...SUMMARY, window: { ...SUMMARY.window, peak_fraction: null } };
    expect(toSessionVerdict(unknown, "main", [row(null)]).sentence).toBe(
      "No cache break; 97.1\u2009% was read from cache.",
    );
  });

  const simulated = { policy: "p", title: "t", read_share: 0.9, breaks: 3, lost_tokens: 10, cost: null };
  test.each([
    ["no usage", { read_share: null }, "unknown", "no verdict", verdictWords.noUsage],
    ["usage without cache counters", { read_share: null }, "priced", "no verdict", verdictWords.noReads],
    [
      "a simulated cache",
      { read_share: null, simulated },
      "priced",
      "simulated",
      "The log reports nothing about its cache. A simulation of the provider's rules has 3 cache breaks; it enters no total.",
    ],
  ] as const)("%s: no verdict, and what would settle it", (_, cache, basis, chip, sentence) => {
    const summary = { ...SUMMARY, cache: { ...SUMMARY.cache, ...cache }, cost: { ...SUMMARY.cost, basis } };
    expect(toSessionVerdict(summary, "main", [row(broken("unknown", 1))])).toEqual({
      chip,
      sentence,
      details: [verdictWords.settle],
      request: null,
    });
  });

  describe("reads without writes, as OpenAI and Gemini report them", () => {
    const readsOnly: Summary = { ...SUMMARY, cache: { ...SUMMARY.cache, breaks: null } };
    const request = (read: number, prompt: number, minute: number, more: Partial<RequestRow> = {}) =>
      ({
        ...{ model: "gpt-5", break: null, cache_read: read, prompt_tokens: prompt, cost_is_floor: false },
        started_at: new Date(Date.UTC(2026, 0, 1, 8, minute)).toISOString(),
        // Plain input costs $2 and cached input $0.2 per million.
        cost: dollars((prompt * 2 - read * 1.8) / 1e6),
        cost_without_cache: dollars((prompt * 2) / 1e6),
        ...more,
      }) as RequestRow;

    test("names the requests that read less than the one before, their price, and the largest with its reason", () => {
      const rows = [
        request(0, 50_000, 0),
        request(49_000, 60_000, 1),
        request(9_000, 61_000, 2),
        request(60_000, 62_000, 3),
        request(10_000, 63_000, 33),
      ];
      expect(toSessionVerdict(readsOnly, "main", rows)).toEqual({
        chip: null,
        sentence:
          "2 requests read less from the cache than the request before, which cost $0.162 of $0.362. The largest that can be avoided is request 3, without a cause in the log: $0.0720.",
        details: [verdictWords.dropAdvice.unknown, verdictWords.readsOnly],
        request: 2,
      });
    });

    test("a shorter prompt could not read more than it holds, and another model has a cache of its own", () => {
      const shorter = [request(90_000, 100_000, 0), request(4_000, 30_000, 1)];
      expect(readDrops(shorter)).toMatchObject([{ at: 1, tokens: 26_000, reason: "shorter" }]);
      const switched = [request(90_000, 100_000, 0), request(0, 101_000, 1, { model: "o3" })];
      expect(readDrops(switched)).toMatchObject([{ tokens: 90_000, cost: null, reason: "model" }]);
      expect(toSessionVerdict(readsOnly, "main", switched).sentence).toContain(
        "90,000 tokens were processed again. It is request 2, after a switch of model: 90,000 tokens.",
      );
    });

    test("a shorter prompt may hold text that nobody had cached: its loss is at most so much", () => {
      const shorter = [request(90_000, 100_000, 0), request(4_000, 30_000, 1)];
      expect(toSessionVerdict(readsOnly, "main", shorter).sentence).toBe(
        "One request read less from the cache than the request before, which cost at most $0.0468 of $0.0908. It is request 2, after the prompt got shorter: $0.0468.",
      );
    });

    test("where a request's cost is known in part, the whole is at least so much", () => {
      const rows = [request(90_000, 100_000, 0), request(10_000, 101_000, 1, { cost_is_floor: true })];
      expect(toSessionVerdict(readsOnly, "main", rows).sentence).toContain("of ≥ $0.222.");
    });

    test("a side call to a small model is no switch, and the request after it is compared with the one before it", () => {
      const rows = [
        request(90_000, 100_000, 0),
        request(0, 3_000, 1, { model: "gpt-5-mini" }),
        request(10_000, 102_000, 2),
      ];
      expect(readDrops(rows)).toMatchObject([{ at: 2, previous: 0, tokens: 80_000, reason: "unknown" }]);
    });

    test("what could be avoided is named first, and among several agents whose sums they are", () => {
      const rows = [
        request(90_000, 100_000, 0),
        request(4_000, 60_000, 1),
        request(60_000, 70_000, 2),
        request(20_000, 71_000, 3),
      ];
      const verdict = toSessionVerdict({ ...readsOnly, agents: [agent("main", 4), agent("helper", 2)] }, "main", rows);
      expect(verdict.sentence).toContain("The largest that can be avoided is request 4, without a cause in the log");
      expect(verdict.details).toContain("Main agent alone; all agents cost $5.00.");
    });

    test("small shortfalls are none: a cache is read in steps, and the newest entry may not be readable yet", () => {
      const rows = [request(90_000, 100_000, 0), request(88_500, 101_000, 1), request(100_000, 101_500, 2)];
      expect(toSessionVerdict(readsOnly, "main", rows)).toMatchObject({
        chip: null,
        sentence:
          "No request read less from the cache than the one before; 97.1\u2009% was read from cache. The window peaked at 84.1\u2009%.",
        request: null,
      });
    });
  });

  describe("a log without usage", () => {
    const cost: Summary["cost"] = { amount: null, currency: "USD", basis: "unknown" };
    const counting = { tokenizer: "o200k", basis: "exact", error_before: null, error_after: null, steps: 0 } as const;
    const unreported = (policy: string): Summary => ({
      ...{ ...SUMMARY, cost, counting },
      cache: { ...SUMMARY.cache, read_share: null, simulated: { ...simulated, policy } },
    });
    const sentenceOf = (summary: Summary) => toSessionVerdict(summary, "main", [row(null)]).sentence;

    test("names whose rules are simulated and how far counted tokens were off where that was measured", () => {
      expect(toSessionVerdict(unreported("openai-auto"), "main", [row(null)])).toEqual({
        chip: "simulated",
        sentence:
          "This log reports no usage. Tokens are estimated (about ± 3\u2009%); cache and cost are what the documented rules of gpt-4o would give.",
        details: [verdictWords.holds],
        request: null,
        isUnreported: true,
      });
    });

    test("without a known rule the cache is the ideal one; an error that was not measured is not named", () => {
      const ideal = "the cache is drawn as the most that any could have read.";
      expect(sentenceOf({ ...unreported("ideal-prefix"), models: [] })).toContain(ideal);
      const generic = { ...unreported("ideal-prefix"), counting: { ...counting, tokenizer: "generic" } };
      expect(sentenceOf(generic)).toBe(`This log reports no usage. Tokens are estimated; ${ideal}`);
    });
  });

  test("every cause has words for the middle of a sentence", () => {
    for (const cause of BREAK_CAUSES) expect(verdictWords.causes[cause]).toMatch(/^[a-z].*[^.]$/);
  });

  test("the page opens on the costliest avoidable break, by tokens where nothing has a price", () => {
    expect(costliestBreak([row(null)])).toBeNull();
    expect(costliestBreak([row(broken("unknown", null, 10)), row(broken("unknown", null, 20))])).toBe(1);
    expect(costliestBreak([row(broken("compaction", 9, 10, true)), row(broken("unknown", 0.1, 1))])).toBe(1);
  });
});
