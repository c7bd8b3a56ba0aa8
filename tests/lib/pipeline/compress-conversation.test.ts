import { describe, expect, test } from "vitest";
import { strategyAnswer } from "@/lib/api/answers/strategy";
import { compressConversation, DEFAULT_RECIPE } from "@/lib/pipeline/compress-conversation";
import { STRATEGIES } from "@/lib/strategies";
import { recipeSchema } from "@/lib/strategies/recipe/recipe-schema";
import { drawConversation } from "@/tests/support/draw-conversation";
import { generateConversation } from "@/tests/support/generate-conversation";
import { countQuarters, testEnvironment } from "@/tests/support/strategy-environment";

const conversation = generateConversation(400);
const environment = testEnvironment();

describe("recipes", () => {
  test.each([
    "kilo-truncate",
    { id: "swe-agent-last-n", params: { n: 3 } },
    { pipe: ["centagent-externalise", { id: "centagent-budget", params: { budget: 5 } }] },
    { pipe: [{ orElse: ["dcp-dedup", { pipe: ["kilo-truncate"] }] }, "roo-truncate"] },
    { when: { any: [{ fraction: 0.8, comparison: ">=" }, "requested"] }, run: "kilo-truncate" },
    { until: { fraction: 0.5 }, ladder: ["dcp-dedup", "swe-agent-last-n"] },
  ])("%j is valid", (recipe) => {
    expect(recipeSchema.parse(recipe)).toEqual(recipe);
  });

  test.each([
    42,
    {},
    { id: "" },
    { pipe: [] },
    { pipe: ["a"], id: "b" },
    { id: "a", extra: 1 },
    { orElse: ["a"] },
    { when: { fraction: 2 }, run: "a" },
    { until: {}, ladder: ["a"] },
    { pipe: [{ pipe: [{ pipe: [{ pipe: [{ pipe: [{ pipe: ["too-deep"] }] }] }] }] }] },
    { pipe: Array.from({ length: 5 }, () => ({ pipe: ["a", "b", "c", "d", "e"] })) },
  ])("%j is invalid", (recipe) => {
    expect(recipeSchema.safeParse(recipe).success).toBe(false);
  });

  test.each([
    ["nowhere", "unknown-strategy", "$"],
    [{ id: "swe-agent-last-n", params: { n: 0 } }, "params-invalid", "$.params.n"],
    [{ id: "swe-agent-last-n", params: { m: 1 } }, "params-invalid", "$.params"],
    [
      { pipe: ["roo-truncate", { id: "kilo-truncate", params: { fraction: 2 } }] },
      "params-invalid",
      "$.pipe[1].params.fraction",
    ],
  ])("%j fails with %s at %s", (recipe, code, at) => {
    const result = compressConversation(conversation, recipe, environment);
    expect(result).toMatchObject({ status: "failed", failure: { code, at } });
    expect(result.conversation).toBe(conversation);
  });
});

describe("the default recipe", () => {
  test("puts outputs aside and, with room in the window, does nothing else", () => {
    const result = compressConversation(conversation, null, environment);
    expect(result.status).toBe("applied");
    expect(result.strategy.id).toBe(DEFAULT_RECIPE);
    expect(new Set(result.edits.map(({ step }) => step))).toEqual(new Set(["put-aside"]));
    expect(result.stats.parts.dropped).toBe(0);
    expect(result.references.length).toBe(result.stats.parts.putAside);
  });

  test("is stable: as the conversation grows, earlier changes are repeated", () => {
    const shorter = { ...conversation, messages: conversation.messages.slice(0, 301) };
    const first = compressConversation(shorter, null, environment).conversation.messages;
    const later = compressConversation(conversation, null, environment).conversation.messages;
    const same = first.findIndex((message, index) => JSON.stringify(message) !== JSON.stringify(later[index]));
    expect(same === -1 || same > first.length - 10).toBe(true);
  });

  test("reaches a target, and is bounded by the window without one", () => {
    const target = compressConversation(conversation, null, environment, { target: { fraction: 0.2 } });
    expect(target.stats.tokensAfter).toBeLessThanOrEqual(target.stats.tokensBefore * 0.2);
    const small = testEnvironment({ budget: { window: 9000, reserve: 1000 } });
    expect(compressConversation(conversation, null, small).stats.tokensAfter).toBeLessThanOrEqual(8000);
  });
});

describe("options", () => {
  test("force runs a strategy whose trigger does not fire, and says so", () => {
    expect(compressConversation(conversation, "roo-truncate", environment).trigger).toMatchObject({ fired: false });
    const forced = compressConversation(conversation, "roo-truncate", environment, { force: true });
    expect(forced.status).toBe("applied");
    expect(forced.trigger).toMatchObject({ fired: false, isForced: true });
  });

  test("a trigger never fires if the window is unknown", () => {
    const unknown = testEnvironment({ budget: { window: null, reserve: 0 } });
    const result = compressConversation(conversation, "kilo-truncate", unknown);
    expect(result.trigger).toMatchObject({ fired: false, limit: null });
  });

  test("protect: ends, paths, tools", () => {
    const wide = { target: { tokens: 3000 }, protect: { first: 3, last: 5 } };
    const result = compressConversation(conversation, "centagent-budget", environment, wide);
    const kept = new Set(result.conversation.messages);
    for (const message of [...conversation.messages.slice(0, 3), ...conversation.messages.slice(-5)])
      expect(kept.has(message)).toBe(true);
    const tools = compressConversation(conversation, "centagent-externalise", environment, {
      protect: { tools: ["Bash"] },
    });
    expect(tools.status).toBe("noop");
  });

  test("an unreachable target reports the best possible size", () => {
    const result = compressConversation(conversation, "swe-agent-last-n", environment, { target: { tokens: 10 } });
    expect(result.failure).toMatchObject({ code: "budget-unachievable" });
    expect(result.failure?.bestTokens).toBeLessThan(result.stats.tokensBefore);
  });
});

test("the cache effect includes the price of a rewritten suffix", () => {
  const prices = { input: 3, cacheRead: 0.3, cacheWrite: 3.75 };
  const priced = testEnvironment({ prices, fixedTokens: 500 });
  const { cache, stats } = compressConversation(conversation, "swe-agent-last-n", priced);
  expect(cache.suffixTokensRewritten).toBe(stats.tokensAfter - cache.prefixTokensKept);
  const rewrite = 1.15 * cache.suffixTokensRewritten;
  expect(cache.breakEvenRequests).toBeCloseTo(rewrite / (0.1 * stats.tokensSaved), 6);
  expect(cache.netCostAfter10Requests?.amount).toBeCloseTo(((rewrite - stats.tokensSaved) * 3) / 1e6, 6);
  const untouched = compressConversation(conversation, "roo-truncate", priced).cache;
  expect(untouched).toMatchObject({
    suffixTokensRewritten: 0,
    breakEvenRequests: null,
    prefixTokensKept: stats.tokensBefore,
  });
});

test("a comparison counts every original part once", () => {
  const counted = new Map<string, number>();
  const count = (text: string) => {
    counted.set(text, (counted.get(text) ?? 0) + 1);
    return countQuarters(text);
  };
  const longest = conversation.messages.flatMap(({ parts }) => parts).find((p) => p.type === "text")?.text ?? "";
  const counting = testEnvironment({ count });
  const results = STRATEGIES.map(({ id }) => compressConversation(conversation, id, counting, { force: true }));
  expect(results.map(({ strategy }) => strategy.id)).toEqual(STRATEGIES.map(({ id }) => id));
  expect(counted.get(longest)).toBe(1);
});

describe("combinators in recipes", () => {
  const tiny = testEnvironment({ budget: { window: 1000, reserve: 100 } });

  test("orElse runs the second if the first changes nothing", () => {
    const recipe = { orElse: ["anthropic-clear-thinking", "swe-agent-last-n"] as [string, string] };
    const result = compressConversation(conversation, recipe, environment);
    expect(new Set(result.edits.map(({ step }) => step))).toEqual(new Set(["mask"]));
    expect(result.strategy.id).toBe("anthropic-clear-thinking+swe-agent-last-n");
  });

  test("when: a trigger that does not fire leaves the conversation unchanged and reports its numbers", () => {
    const recipe = {
      when: { gauge: "messages" as const, comparison: ">" as const, limit: 1e6 },
      run: "swe-agent-last-n",
    };
    const result = compressConversation(conversation, recipe, environment);
    expect(result).toMatchObject({ status: "noop", trigger: { fired: false, value: conversation.messages.length } });
    expect(compressConversation(conversation, recipe, environment, { force: true }).status).toBe("applied");
  });

  test("until stops at the first sufficient rung", () => {
    const enough = { until: { tokens: 1_000_000 }, ladder: ["swe-agent-last-n"] };
    expect(compressConversation(conversation, enough, environment).status).toBe("noop");
    const climb = { until: { fraction: 0.01 }, ladder: ["swe-agent-last-n", "kilo-truncate"] };
    const result = compressConversation(conversation, climb, tiny);
    expect(result.steps.map(({ id }) => id)).toContain("truncate");
    expect(result.warnings.map(({ code }) => code)).toContain("over-budget");
  });

  test("an error is reported with its path", () => {
    const recipe = { pipe: [{ orElse: ["dcp-dedup", { id: "nope" }] as [string, { id: string }] }] };
    const result = compressConversation(conversation, recipe, environment);
    expect(result.failure).toMatchObject({ code: "unknown-strategy", at: "$.pipe[0].orElse[1]" });
  });
});

test("every strategy describes itself as the API promises", () => {
  for (const strategy of STRATEGIES) {
    const info = JSON.parse(JSON.stringify(strategyAnswer(strategy)));
    expect(Object.keys(info)).toEqual([
      "id",
      "title",
      "also_called",
      "variant_of",
      "family",
      "product",
      "version",
      "needs_model",
      "model",
      "deterministic",
      "reversible",
      "cache",
      "mode",
      "keeps_edits",
      "guide",
      "params",
    ]);
    expect(Object.keys(info.product)).toEqual(["name", "version", "date", "read", "source"]);
    expect(info.params).toMatchObject({ type: "object", additionalProperties: false });
    for (const property of Object.values<{ description?: string }>(info.params.properties)) {
      expect(property).toHaveProperty("default");
      expect(property.description).toBeTruthy();
    }
  }
});

test("after an earlier run's edits, a run that would only add tokens proposes nothing, as on the compressed history alone", () => {
  const long = "word word\\n".repeat(600);
  const history = drawConversation(`
    user: go
    assistant: call 1 bash ls
    tool: result 1 ${long}
    assistant: call 2 TodoWrite plan
    tool: result 2 done
    user: on
  `);
  const plan = { todos: [{ content: "find the bug", status: "pending" }] };
  const messages = history.messages.map((message) => ({
    ...message,
    parts: message.parts.map((part) =>
      part.type === "tool-call" && part.toolCallId === "2" ? { ...part, input: plan } : part,
    ),
  }));
  const conversation = { ...history, messages };
  const environment = testEnvironment({ force: true });
  const first = compressConversation(conversation, "centagent-externalise", environment);
  expect(first.status).toBe("applied");
  const alone = compressConversation(first.conversation, "manus", environment);
  const carried = compressConversation(conversation, "manus", environment, { carried: first.edits });
  expect(alone.status).toBe("noop");
  expect(carried.conversation).toEqual(first.conversation);
});
