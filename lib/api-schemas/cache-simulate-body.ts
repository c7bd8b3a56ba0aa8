import { z } from "zod";
import { CACHE_POLICIES, policyOptions } from "../cache/policies";

/** Body of POST /api/cache/simulate. Strict: a misspelt option must not be silently ignored. */

const count = z.int().min(0);

const breakpoint = z.union([z.literal(true), z.enum(["5m", "1h", "30m"])]).nullable();

const block = z.strictObject({
  id: z.string().max(200).optional(),
  tokens: count.max(100_000_000),
  /** Of the block's bytes; the same hash is the same block. */
  hash: z.string().min(1).max(200),
  kind: z.enum(["tools", "system", "parameters", "message"]).default("message"),
  /** What it says; a break then shows where the two blocks differ. Needed once for each hash. */
  text: z.string().optional(),
  role: z.enum(["system", "user", "assistant", "tool"]).optional(),
  /** Blocks of one message carry the same number; without it a block is a message of its own. */
  message: count.optional(),
  /** Consecutive tool calls, and consecutive tool results, are one position of Anthropic's look-back. */
  run: z.enum(["tool-call", "tool-result"]).optional(),
  breakpoint: breakpoint.default(null),
});

const request = z.strictObject({
  started_at: z.iso.datetime({ offset: true }).optional(),
  first_token_at: z.iso.datetime({ offset: true }).optional(),
  ended_at: z.iso.datetime({ offset: true }).optional(),
  model: z.string().max(200).optional(),
  agent: z.string().max(200).default("main"),
  /** vLLM: prompts with another salt share nothing. */
  cache_salt: z.string().max(200).optional(),
  blocks: z.array(block).min(1),
  output_tokens: count.optional(),
  /** As reported; the usage ledger and a fitted chance go by it. */
  usage: z
    .strictObject({
      cache_read: count.nullable().default(null),
      cache_write_5m: count.nullable().default(null),
      cache_write_1h: count.nullable().default(null),
      cache_write: count.nullable().default(null),
      uncached: count.nullable().default(null),
    })
    .optional(),
});

const POLICY_IDS = CACHE_POLICIES.map(({ id }) => id);

export const cacheSimulateBody = z.strictObject({
  policy: z.enum(POLICY_IDS),
  requests: z.array(request).min(1).max(20_000),
  options: policyOptions.default({}),
});
export type CacheSimulateBody = z.infer<typeof cacheSimulateBody>;
