import * as z from "zod";
import { CACHE_POLICIES, policyOptions } from "../../cache/policies";
import { type Answer, absent, money, named, share, tokens } from "./fields";

/** Body of POST /api/cache/simulate. Strict, so that a misspelt option is reported. */

const whole = z.int().min(0);

const breakpoint = z
  .union([z.literal(true), z.enum(["5m", "1h", "30m"])])
  .nullable()
  .default(null)
  .describe("A breakpoint after this block: its time-to-live, or true for the policy's own.");

const BLOCK_KINDS = ["tools", "system", "parameters", "message"] as const;

const block = z.strictObject({
  id: z.string().max(200).optional().describe("A name for the answer; default: its number."),
  tokens: whole.max(100_000_000).describe("The block, in tokens."),
  hash: z.string().min(1).max(200).describe("Hash of the block's bytes; blocks with equal hashes are the same."),
  kind: z.enum(BLOCK_KINDS).default("message").describe("The part of the prompt that it belongs to."),
  text: z.string().optional().describe("Its text, needed once per hash; a break then shows how the two blocks differ."),
  role: z.enum(["system", "user", "assistant", "tool"]).optional().describe("Of a message."),
  message: whole
    .optional()
    .describe("Blocks of one message have the same number; without a number, a block is a separate message."),
  run: z
    .enum(["tool-call", "tool-result"])
    .optional()
    .describe("Consecutive tool calls, and consecutive tool results, are one position of Anthropic's look-back."),
  breakpoint,
});

const usageCount = (description: string) => whole.nullable().default(null).describe(`${description} In tokens.`);

const request = z.strictObject({
  started_at: z.iso.datetime({ offset: true }).optional().describe("When it was sent."),
  first_token_at: z.iso.datetime({ offset: true }).optional().describe("When its writes become readable for others."),
  ended_at: z.iso.datetime({ offset: true }).optional().describe("When the answer was complete."),
  model: z.string().max(200).optional().describe("Prompts of different models share nothing."),
  agent: z.string().max(200).default("main").describe("Requests of one agent and model are a chain."),
  cache_salt: z.string().max(200).optional().describe("vLLM: prompts with different salts share nothing."),
  blocks: z.array(block).min(1).describe("The prompt, in order."),
  output_tokens: whole.optional().describe("The answer, in tokens."),
  usage: z
    .strictObject({
      cache_read: usageCount("Read from the cache."),
      cache_write_5m: usageCount("Written for five minutes."),
      cache_write_1h: usageCount("Written for an hour."),
      cache_write: usageCount("Written, for an unknown time."),
      uncached: usageCount("Plain input."),
    })
    .optional()
    .describe("As reported; used by the usage ledger and the fitted probability."),
});

const POLICY_IDS = CACHE_POLICIES.map(({ id }) => id);

export const cacheSimulateBody = z
  .strictObject({
    policy: z.enum(POLICY_IDS).describe("The rule of the cache."),
    requests: z.array(request).min(1).max(20_000).describe("In the order in which they were sent."),
    options: policyOptions.default({}).describe("Options of the policy; each policy reads its own."),
  })
  .meta({ id: "CacheSimulateBody" });
export type CacheSimulateBody = z.infer<typeof cacheSimulateBody>;

const blockName = z.strictObject({ id: z.string(), kind: z.enum(BLOCK_KINDS) }).nullable();

const simulatedBreak = named("SimulatedBreak", "Where a prompt diverges from the previous one in its chain.", {
  at_block: z.int().min(0).nullable().describe("Index of the first block that differs; null if nothing differs."),
  shared_tokens: tokens("The blocks before it."),
  lost_tokens: tokens("Of the previous prompt, processed again; null if the policy makes no prediction.").nullable(),
  change: z
    .enum(["changed", "inserted", "removed", "moved", "not-read"])
    .describe("`not-read`: the prompt only appends to the previous one, which was nevertheless not read."),
  before: blockName.describe("The block of the previous request."),
  after: blockName.describe("The block of this request."),
  difference: z
    .strictObject({
      at: z.int().min(0).describe("Characters in common before the first change."),
      before: z.string().describe("The text around the first change, before."),
      after: z.string().describe("The same now."),
    })
    .nullable()
    .describe("null if no texts were sent."),
});

/** The answer to POST /api/cache/simulate. */
export const cacheSimulation = named("CacheSimulation", "A simulation of a prompt cache for a list of requests.", {
  policy: z.strictObject({
    id: z.enum(POLICY_IDS),
    title: z.string(),
    source: z.string().describe("Source of the rule."),
    as_of: z.string().describe("When."),
  }),
  requests: z
    .array(
      z.strictObject({
        read: tokens("Read from the cache; null, like the next three, if the policy makes no prediction.").nullable(),
        written: tokens("Written to the cache.").nullable(),
        written_1h: tokens("The part of `written` that lives an hour.").nullable(),
        uncached: tokens("Plain input.").nullable(),
        read_range: absent(z.strictObject({ low: tokens("The least."), high: tokens("The most.") })).describe(
          "If cache reads are a matter of chance.",
        ),
        refused: absent(z.string()).describe("Why the provider would refuse the request."),
        input_cost: money.nullable().describe("The prompt at list prices; null without prices."),
        break: simulatedBreak.nullable().describe("null if it appends to the previous request, which was read."),
      }),
    )
    .describe("One per request, in their order."),
  totals: z.strictObject({
    prompt_tokens: tokens("All prompts together."),
    read: tokens("Read from the cache."),
    written: tokens("Written to the cache."),
    written_1h: tokens("The part of `written` that lives an hour."),
    uncached: tokens("Plain input."),
    read_share: share("Read, of all.").nullable(),
  }),
});
export type CacheSimulationAnswer = Answer<typeof cacheSimulation>;
export type SimulatedBreak = Answer<typeof simulatedBreak>;
