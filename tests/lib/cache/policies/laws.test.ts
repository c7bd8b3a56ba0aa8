import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CACHE_POLICIES, findPolicy, type PolicyOptions } from "@/lib/cache/policies";
import { idealPrefix } from "@/lib/cache/policies/ideal";
import type { CachePolicy } from "@/lib/cache/policies/policy";
import { simulateCache } from "@/lib/cache/simulate-cache";
import { drawRequests } from "../../../support/cache-stream";
import { checkCachePolicy } from "../../../support/check-cache-policy";

const NO_MODEL = { modelOf: () => null };

/** Prompts made of a few blocks of different sizes, so that they branch, repeat and extend each other. */
const stream = fc.array(
  fc.record({
    blocks: fc.array(fc.constantFrom("a:900", "b:1200|", "c:40~", "d:3@r", "e:700", "f:2500|"), {
      minLength: 1,
      maxLength: 12,
    }),
    wait: fc.constantFrom(0, 2, 30, 290, 310, 4000),
    took: fc.integer({ min: 0, max: 40 }),
    agent: fc.constantFrom("main", "helper"),
    repeats: fc.boolean(),
  }),
  { minLength: 1, maxLength: 12 },
);

function toRows(drawn: readonly { blocks: string[]; wait: number; took: number; agent: string; repeats: boolean }[]) {
  let at = 0;
  let last: string[] = [];
  return drawn.map(({ blocks, wait, took, agent, repeats }) => {
    at += wait;
    // Half of the prompts continue the previous one.
    last = repeats ? [...last, ...blocks] : blocks;
    return `agent=${agent} at=${at} took=${took} ${last.join(" ")}`;
  });
}

/** Keeps at most four marks, because more are refused and read nothing. */
const fewMarks = (rows: readonly string[]) =>
  rows.map((row) => {
    let marks = 0;
    return row.replace(/\|/g, () => {
      marks += 1;
      return marks > 4 ? "" : "|";
    });
  });

const VARIANTS: readonly [CachePolicy, PolicyOptions][] = [
  ...CACHE_POLICIES.map((policy): [CachePolicy, PolicyOptions] => [policy, {}]),
  ...(["auto", "assumed", "optimal"] as const).map((breakpoints): [CachePolicy, PolicyOptions] => [
    findPolicy("anthropic-breakpoints") as CachePolicy,
    { breakpoints },
  ]),
  [findPolicy("deepseek-units") as CachePolicy, { interval: 64 }],
  [findPolicy("vllm-blocks") as CachePolicy, { pool: 4000 }],
  [findPolicy("sglang-radix") as CachePolicy, { pool: 4000 }],
];

describe.each(VARIANTS.map(([policy, options]) => ({ id: policy.id, options, policy })))(
  "$id $options",
  ({ policy, options }) => {
    test("read + written + uncached = prompt; read ≤ ideal ≤ prompt; repeatable", () => {
      fc.assert(
        fc.property(stream, (drawn) => {
          checkCachePolicy(policy, drawRequests(fewMarks(toRows(drawn))), { ...NO_MODEL, ...options });
        }),
        { numRuns: 60 },
      );
    });
  },
);

test("a longer time-to-live never lowers reads", () => {
  const ids = ["ideal-prefix", "openai-auto", "openai-breakpoints", "gemini-implicit", "deepseek-legacy-64"] as const;
  const policies = [...ids.map((id) => findPolicy(id) as CachePolicy)];
  fc.assert(
    fc.property(stream, fc.integer({ min: 1, max: 600 }), fc.integer({ min: 0, max: 4000 }), (drawn, ttl, more) => {
      const requests = drawRequests(toRows(drawn).map((row) => row.replace(/\|/g, "")));
      const read = (policy: CachePolicy, seconds: number, options = {}) =>
        simulateCache(requests, policy, { ...NO_MODEL, ...options, ttl: seconds }).totals.read;
      for (const policy of policies) expect(read(policy, ttl + more)).toBeGreaterThanOrEqual(read(policy, ttl));
      const anthropic = findPolicy("anthropic-breakpoints") as CachePolicy;
      for (const breakpoints of ["auto", "optimal"])
        expect(read(anthropic, ttl + more, { breakpoints })).toBeGreaterThanOrEqual(
          read(anthropic, ttl, { breakpoints }),
        );
    }),
    { numRuns: 100 },
  );
});

test("an append-only session under an ideal cache never rewrites anything", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 900 }), { minLength: 1, maxLength: 40 }), (sizes) => {
      const rows = sizes.map((_, index) =>
        sizes
          .slice(0, index + 1)
          .map((tokens, at) => `b${at}:${tokens}`)
          .join(" "),
      );
      const { totals } = simulateCache(drawRequests(rows), idealPrefix, NO_MODEL);
      // Every block is processed exactly once.
      expect(totals.uncached).toBe(sizes.reduce((sum, tokens) => sum + tokens, 0));
    }),
  );
});

describe("vLLM compared with the block-hash rule itself", () => {
  /** The rule in a few lines: a list of chained hashes, oldest first. */
  function direct(prompts: readonly (readonly string[])[], block: number, poolBlocks: number): number[] {
    let pool: string[] = [];
    return prompts.map((tokens) => {
      const hashes = Array.from({ length: Math.floor(tokens.length / block) }, (_, index) =>
        tokens.slice(0, (index + 1) * block).join(","),
      );
      const missing = hashes.findIndex((hash) => !pool.includes(hash));
      const hit = Math.min(missing === -1 ? hashes.length : missing, Math.floor((tokens.length - 1) / block));
      pool = [...pool.filter((hash) => !hashes.includes(hash)), ...hashes.toReversed()].slice(-poolBlocks);
      return hit * block;
    });
  }

  const prompts = fc.array(fc.array(fc.constantFrom("x", "y"), { minLength: 1, maxLength: 24 }), {
    minLength: 1,
    maxLength: 14,
  });

  test("hit counts are equal, also under eviction", () => {
    fc.assert(
      fc.property(prompts, fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 30 }), (drawn, block, size) => {
        const requests = drawRequests(drawn.map((tokens) => tokens.join(" ")));
        const policy = findPolicy("vllm-blocks") as CachePolicy;
        for (const poolBlocks of [size, 1e6]) {
          const { outcomes } = simulateCache(requests, policy, { block, pool: poolBlocks * block });
          expect(outcomes.map((outcome) => outcome?.read)).toEqual(direct(drawn, block, poolBlocks));
        }
      }),
      { numRuns: 500 },
    );
  });
});
