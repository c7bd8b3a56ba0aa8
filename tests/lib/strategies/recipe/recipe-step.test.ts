import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { partText } from "@/lib/conversation/part";
import { compressConversation } from "@/lib/pipeline/compress-conversation";
import { bindRecipe } from "@/lib/strategies/recipe/bind-recipe";
import type { Recipe } from "@/lib/strategies/recipe/recipe";
import { recipeSchema } from "@/lib/strategies/recipe/recipe-schema";
import { arbitraryConversation } from "@/tests/support/arbitrary-conversation";
import { checkStrategy } from "@/tests/support/check-strategy";
import { drawConversation, drawKept } from "@/tests/support/draw-conversation";
import { smallRecipe } from "@/tests/support/small-params";
import { testEnvironment } from "@/tests/support/strategy-environment";

const LONG = "a line of words about the work\n".repeat(30);
const history = drawConversation(`
  user: one
  assistant: call 1 read a.ts
  tool: result 1 ${LONG.replaceAll("\n", "\\n")}
  assistant: call 2 bash ls
  tool: error 2 ${LONG.replaceAll("\n", "\\n")}
  assistant: call 3 read a.ts
  tool: result 3 ${LONG.replaceAll("\n", "\\n")}
  user: two
  assistant: call 4 bash ls
  tool: result 4 short
  assistant: done
`);
const parse = (step: object) => recipeSchema.parse({ step });
const run = (step: object, environment = testEnvironment()) => checkStrategy(parse(step), history, environment);
const changed = (step: object) => run(step).edits.flatMap(({ targets }) => targets);

describe("a custom step, as JSON", () => {
  test.each<[string, object, string[]]>([
    ["all outputs", { what: "results" }, ["m2.0", "m4.0", "m6.0"]],
    ["of some tools", { what: "results", tools: ["bash"] }, ["m4.0"]],
    ["not of some tools", { what: "results", exceptTools: ["bash"] }, ["m2.0", "m6.0"]],
    ["no errors", { what: "results", errors: "never" }, ["m2.0", "m6.0"]],
    ["errors alone", { what: "results", errors: "only" }, ["m4.0"]],
    ["not the newest", { what: "results", keepNewest: 2 }, ["m2.0", "m4.0"]],
    ["not the newest turn", { what: "results", keepTurns: 2 }, []],
    ["not the newest answers of the model", { what: "results", keepTurns: 2, unit: "step" }, ["m2.0", "m4.0", "m6.0"]],
    ["not the newest messages", { what: "results", keepTurns: 6, unit: "message" }, ["m2.0", "m4.0"]],
    ["what was asked again", { what: "duplicate-calls" }, ["m2.0", "m4.0"]],
    ["large ones", { what: "results", minTokens: 100 }, ["m2.0", "m4.0", "m6.0"]],
  ])("select: %s", (_, select, targets) => {
    expect(changed({ select, transform: { mask: "[gone]" } })).toEqual(targets);
  });

  test("drop removes entire exchanges, and stops within its ceiling", () => {
    const drop = { select: { what: "results", tools: ["read"] }, transform: "drop" };
    expect(drawKept(history, run(drop).conversation)).toBe("0 3 4 7 8 9 10");
    const tokens = run(drop).stats.tokensBefore;
    const one = run({ ...drop, ceiling: { tokens: tokens - 100 } });
    expect(drawKept(history, one.conversation)).toBe("0 3 4 5 6 7 8 9 10");
    expect(run({ ...drop, ceiling: { fraction: 0.9 } }).status).toBe("noop");
    expect(run({ ...drop, minGain: 1_000_000 }).warnings[0]?.code).toBe("below-min-gain");
  });

  test("a clipped text is not clipped again", () => {
    const clip = parse({ select: { what: "results" }, transform: { clip: { head: 100, tail: 50 } } });
    const { conversation, edits } = checkStrategy(clip, history, testEnvironment());
    expect(edits).toHaveLength(3);
    expect(checkStrategy(clip, conversation, testEnvironment()).edits).toEqual([]);
  });

  test("clip keeps both ends, put-aside leaves a reference, clear-inputs keeps the input's shape", () => {
    const first = (step: object) => {
      const edit = run(step).edits[0];
      return edit?.op === "replace" ? edit : undefined;
    };
    const clipped = first({ select: { what: "results" }, transform: { clip: { head: 10, tail: 5 } } });
    expect(partText(clipped?.produced as never)).toMatch(/^a line of \n\[\d+ characters left out\]\nwork\n$/);
    const aside = first({ id: "aside", select: { what: "results" }, transform: { "put-aside": { characters: 60 } } });
    expect(partText(aside?.produced as never)).toContain(String(aside?.reference?.id));
    expect([aside?.step, aside?.reversible]).toEqual(["aside", true]);
    const calls = drawConversation(
      `user: a\nassistant: call 1 write ${LONG.replaceAll("\n", "\\n")}\ntool: result 1 ok\nassistant: b`,
    );
    const cleared = checkStrategy(
      parse({ select: { what: "calls" }, transform: { "clear-inputs": "[x]" } }),
      calls,
      testEnvironment(),
    );
    expect(cleared.edits[0]).toMatchObject({ produced: { input: { path: "[x]" } } });
  });

  test("without a store nothing is put aside, and a share of an unknown window is unavailable", () => {
    const { store: _, ...noStore } = testEnvironment();
    expect(run({ select: { what: "results" }, transform: { "put-aside": { characters: 60 } } }, noStore).status).toBe(
      "unavailable",
    );
    const unknown = testEnvironment({ budget: { window: null, reserve: 0 } });
    expect(run({ select: { what: "oldest" }, transform: "drop", ceiling: { fraction: 0.1 } }, unknown).status).toBe(
      "unavailable",
    );
  });

  test.each([
    [{ select: { what: "results" }, transform: { "clear-inputs": "x" } }],
    [{ select: { what: "reasoning" }, transform: { mask: "x" } }],
    [{ select: { what: "oldest" }, transform: { clip: { head: 1, tail: 1 } } }],
    [{ select: { what: "everything" }, transform: "drop" }],
    [{ select: { what: "results", tool: "bash" }, transform: "drop" }],
    [{ id: "Not An Id", select: { what: "results" }, transform: "drop" }],
    [{ select: { what: "results" } }],
  ])("refused: %j", (step) => {
    expect(recipeSchema.safeParse({ step }).success).toBe(false);
  });

  test("a step is bound with all its parameters, by itself and within combinators", () => {
    const step = { id: "old", select: { what: "results" }, transform: { mask: "x" } };
    const bound = bindRecipe(recipeSchema.parse({ pipe: [{ step }, "dcp-dedup"] }));
    expect(bound.ok && [bound.value.id, bound.value.version]).toEqual(["old+dcp-dedup", "1+3"]);
    const alone = compressConversation(history, parse(step), testEnvironment());
    expect(alone.strategy).toMatchObject({ id: "old", params: { step: { minGain: 0, select: { keepNewest: 0 } } } });
  });
});

const PRESETS = ["swe-agent-last-n", "dcp-dedup", "headroom-crush", "claude-code", "kilo-truncate", "centagent-budget"];
const counts = fc.nat({ max: 4 });
const ceiling = fc.oneof(
  fc.record({ tokens: fc.integer({ min: 1, max: 2000 }) }),
  fc.record({ fraction: fc.constantFrom(0.1, 0.5, 1) }),
);
const text = fc.constantFrom("[gone]", "x");
const RESULTS = ["results", "duplicate-calls", "duplicate-reads", "stale-reads", "superseded-reads"];
const CALLS = ["calls", "superseded-writes"];
const pairs = fc.oneof(
  fc.tuple(
    fc.constantFrom(...RESULTS, ...CALLS, "reasoning", "files", "oldest", "oldest-dialogue"),
    fc.constant("drop"),
  ),
  fc.tuple(fc.constantFrom(...RESULTS, "files"), fc.record({ mask: text })),
  fc.tuple(fc.constantFrom(...RESULTS), fc.record({ clip: fc.record({ head: counts, tail: counts }) })),
  fc.tuple(fc.constantFrom(...RESULTS), fc.record({ "put-aside": fc.record({ characters: fc.nat({ max: 300 }) }) })),
  fc.tuple(fc.constantFrom(...CALLS), fc.record({ "clear-inputs": text })),
);
const narrowing = fc.record(
  {
    tools: fc.constant(["Read", "bash"]),
    exceptTools: fc.constant(["Edit"]),
    errors: fc.constantFrom("only", "never"),
    keepTurns: counts,
    unit: fc.constantFrom("turn", "step", "message"),
    keepNewest: counts,
    minTokens: fc.constantFrom(0, 20),
  },
  { requiredKeys: [] },
);
const arbitraryStep = fc
  .record({ pair: pairs, narrowing, ceiling: fc.option(ceiling, { nil: undefined }), minGain: fc.constantFrom(0, 50) })
  .map(({ pair: [what, transform], narrowing, ceiling, minGain }) => ({
    step: { id: "own", select: { what, ...narrowing }, transform, minGain, ...(ceiling && { ceiling }) },
  }));
const trigger = fc.letrec((tie) => ({
  trigger: fc.oneof(
    { maxDepth: 2 },
    fc.constant("requested"),
    fc.record({
      gauge: fc.constantFrom("tokens", "messages", "turns", "tool-uses"),
      comparison: fc.constantFrom(">=", ">", "<"),
      limit: fc.nat({ max: 50 }),
    }),
    fc.record({ fraction: fc.constantFrom(0.01, 0.5), comparison: fc.constantFrom(">=", "<") }),
    fc.record({ any: fc.array(tie("trigger"), { minLength: 1, maxLength: 2 }) }),
    fc.record({ all: fc.array(tie("trigger"), { minLength: 1, maxLength: 2 }) }),
  ),
})).trigger;
const arbitraryRecipe = fc.letrec((tie) => {
  const inner = tie("recipe");
  const some = fc.array(inner, { minLength: 1, maxLength: 3 });
  return {
    recipe: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      arbitraryStep,
      fc.constantFrom(...PRESETS).map(smallRecipe),
      fc.record({ pipe: some }),
      fc.record({ orElse: fc.tuple(inner, inner) }),
      fc.record({ when: trigger, run: inner }),
      fc.record({ until: ceiling, ladder: some }),
    ),
  };
}).recipe as fc.Arbitrary<unknown>;

describe("random recipes", () => {
  test("survive writing and reading", () => {
    fc.assert(
      fc.property(arbitraryRecipe, (given) => {
        const parsed = recipeSchema.safeParse(given);
        fc.pre(parsed.success); // more than 24 strategies are refused
        expect(recipeSchema.parse(JSON.parse(JSON.stringify(parsed.data)))).toEqual(parsed.data);
        expect(bindRecipe(parsed.data as Recipe).ok).toBe(true);
      }),
      { numRuns: 300, seed: 11 },
    );
  });

  test("obey the laws of strategies", () => {
    let applied = 0;
    fc.assert(
      fc.property(arbitraryRecipe, arbitraryConversation(), fc.boolean(), (given, conversation, force) => {
        const parsed = recipeSchema.safeParse(given);
        fc.pre(parsed.success);
        const environment = testEnvironment({ force, budget: { window: 2000, reserve: 40 }, fixedTokens: 20 });
        const result = checkStrategy(parsed.data as Recipe, conversation, environment);
        expect(result.failure?.code).toBeUndefined();
        applied += result.status === "applied" ? 1 : 0;
      }),
      { numRuns: 150, seed: 12 },
    );
    expect(applied).toBeGreaterThan(30);
  });
});
