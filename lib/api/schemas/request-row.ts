import * as z from "zod";
import { BREAK_CAUSES, BREAK_LETTERS } from "../../cache/break-cause";
import type { BreakEvidence } from "../../cache/break-evidence";
import { CONTENT_KINDS } from "../../ledger/content-kind";
import { factOf } from "./fact";
import { type Answer, absent, count, maybeTokens, money, named, time, tokenBasis, tokens } from "./fields";

export const contentKind = z
  .enum(CONTENT_KINDS)
  .describe("The role of a part for a reader. `unseen` is in the prompt but not in the log.");

const limits = named("StatedLimits", "The limits that the log states for one call, in tokens.", {
  window: maybeTokens("The context window."),
  max_prompt: maybeTokens("The largest prompt that the client sends."),
  compact_at: maybeTokens("The prompt size at which the client compacts automatically."),
});
export type LimitsJson = Answer<typeof limits>;

const breakCause = z.enum(BREAK_CAUSES).describe("A cause is named only with evidence; otherwise it is `unknown`.");

/** In a log without cache writes, what a break lost is known only as a range. */
export const mostLost = absent(
  z.strictObject({
    tokens: tokens("The most that may have been processed again."),
    cost: money.nullable().describe("The most that this may have cost; null without a price."),
  }),
).describe("The upper end, if the log does not report cache writes; the other figures are then the least.");

export const cacheBreak = named("CacheBreak", "A cached prefix that was not read.", {
  cause: breakCause,
  letter: z.enum(BREAK_LETTERS).describe("The cause as one letter, for charts."),
  confidence: z.enum(["certain", "likely", "unknown"]).describe("How sure the cause is."),
  is_expected: z.boolean().describe("It follows from a compaction or a pause and is not a mistake."),
  lost_tokens: tokens("Processed again although it had been cached."),
  lost_cost: money
    .nullable()
    .describe("How much more the break cost than reading from the cache; null without a price."),
  most_lost: mostLost,
  evidence: z.string().describe("Sentences, for and against the cause."),
  facts: z.array(factOf<BreakEvidence>()).describe("The same as ids with values."),
  reported: z
    .strictObject({
      reason: z.string().describe("The provider's word."),
      own_cause: breakCause.describe("The cause that the log alone shows."),
      agrees: z.boolean().describe("Whether both name the same cause."),
    })
    .nullable()
    .describe("null if the provider names no cause."),
});
export type BreakJson = Answer<typeof cacheBreak>;

const simulated = z.strictObject({
  read: tokens("Read from the cache."),
  written: tokens("Written to the cache."),
  uncached: tokens("Plain input."),
});
export type SimulatedJson = Answer<typeof simulated>;

/**
 * One request as stored, shown and sent to the browser: the JSON form of a `ModelRequest`, without the prompt, which
 * only the import reads.
 */
export const requestRow = named("RequestRow", "One request of a session. null = the log does not say.", {
  index: z.int().min(0).describe("Counted from 0 over all agents."),
  index_in_agent: z
    .int()
    .min(0)
    .describe("Counted from 0 within its agent. Everything that names a request adds 1: its `number`."),
  agent: z.string().describe("The agent that sent it."),
  model: z.string().nullable().describe("The model that answered."),
  started_at: time("The last row before the call.").nullable(),
  ended_at: time("The last row of the answer.").nullable(),
  first_token_ms: z
    .int()
    .min(0)
    .nullable()
    .describe(
      "Milliseconds to the answer's first token, comparable with the share of the prompt that was read; Codex logs it for the first request of a turn.",
    ),
  prompt_tokens: tokens("The whole prompt."),
  prompt_basis: tokenBasis,
  cache_read: maybeTokens("Read from the cache."),
  cache_write: maybeTokens("Written to the cache."),
  cache_write_5m: maybeTokens("The part of `cache_write` that lives five minutes; null if the log does not split it."),
  cache_write_1h: maybeTokens("The part of `cache_write` that lives an hour; null if the log does not split it."),
  uncached: maybeTokens("Plain input."),
  limits: limits.nullable().describe("The limits that the log states for this call; null if none."),
  output: maybeTokens("The answer."),
  reasoning: maybeTokens("The part of `output` that is reasoning; null if the log does not report it."),
  output_is_floor: z.boolean().describe("Whether the log contains only part of the output's tokens."),
  composition: z
    .record(z.enum(CONTENT_KINDS), z.int().min(0))
    .describe("Tokens of the prompt by kind of content; they sum to `prompt_tokens`."),
  message_start: count("The first message of its prompt, as counted by `from` in GET /api/sessions/:id/messages."),
  message_end: count("The first message after its prompt: the answer starts here."),
  cost: money
    .nullable()
    .describe(
      "Reported usage at list prices, as far as logged. null without a price, for a free model, or if the log does not report cache reads.",
    ),
  cost_is_floor: z.boolean().describe("Whether the log lacks a part of `cost`."),
  cost_without_cache: money.nullable().describe("The same call with its whole prompt as plain input."),
  idle: z
    .strictObject({
      seconds: z.number().describe("From start to start, in seconds."),
      time_to_live_seconds: z.number().describe("Lifetime of the entries it could have read, in seconds."),
    })
    .nullable()
    .describe("The pause before it, if that outlived the cache entries it could have read."),
  expected_read: maybeTokens("The expected cache read, from what earlier requests left there."),
  follows_unlogged_call: z.boolean().describe("Whether a call missing from the log extended the cache before it."),
  break: cacheBreak.nullable().describe("Its cache break."),
});
export type RequestRow = Answer<typeof requestRow>;

/** A row of GET /api/sessions/:id/requests. */
const simulatedRow = named("SimulatedRequestRow", "One request with its simulated cache lines.", {
  ...requestRow.shape,
  simulated: z
    .strictObject({
      optimum: z.exactOptional(simulated).describe("The provider's rule with perfect breakpoints."),
      realistic: z.exactOptional(simulated).describe("With observed or assumed breakpoints."),
      calibrated: z.exactOptional(simulated).describe("The realistic line, scaled to the reported values."),
    })
    .describe("Empty if no rule is known for the model."),
});
export type SimulatedRow = Answer<typeof simulatedRow>;

/** The answer to GET /api/sessions/:id/requests. */
export const requestsAnswer = named("RequestList", "The requests of one agent, or of all, in order.", {
  requests: z.array(simulatedRow),
});
