import * as z from "zod";
import { BREAK_LETTERS } from "../../cache/break-cause";
import { amount, CAUSE_IDS, costNote } from "./cost-answer";
import { type Answer, count, money, named, time, tokens } from "./fields";
import { mostLost } from "./request-row";

const forecast = z
  .discriminatedUnion("kind", [
    z.strictObject({
      kind: z.literal("range"),
      about: count("Requests until then, by the median of measured sessions."),
      low: count("The lower end: 5 % of those sessions compacted earlier."),
      high: count("The upper end: 5 % of those sessions compacted later."),
      left: tokens("Until the client compacts."),
    }),
    z.strictObject({ kind: z.literal("next") }),
    z.strictObject({ kind: z.literal("steady"), left: tokens("Until the client compacts.") }),
    z.strictObject({
      kind: z.literal("too-few"),
      left: tokens("Until the client compacts.").nullable().describe("null: no prompt size is known yet."),
    }),
    z.strictObject({ kind: z.literal("unknown") }),
  ])
  .meta({
    id: "CompactionForecast",
    description:
      "When the client will compact by itself. `next`: the prompt has reached that size; `steady`: it does not grow; `too-few`: fewer than eleven requests of known size since the start or the last compaction; `unknown`: when this client compacts is not known.",
  });

const cacheEntry = named("CacheEntry", "What the last request left in the cache.", {
  tokens: tokens("Readable by the next request."),
  seconds: count("Its lifetime in seconds, from the start of the last request that used it."),
  is_logged: z.boolean().describe("Whether the log shows the lifetime; otherwise it is the provider's default."),
  expires_at: time("When it is gone.").nullable().describe("null if the log has no times."),
  cold_cost: money.nullable().describe("How much more the next request costs without the entry; null without a price."),
});
export type CacheEntry = Answer<typeof cacheEntry>;

const liveBreak = named("LiveBreak", "The last cache break of the agent.", {
  number: z.int().min(1).describe("Its request, counted from 1 within the agent."),
  requests_ago: count("Requests since then."),
  letter: z.enum(BREAK_LETTERS).describe("The cause as one letter."),
  cause_id: z
    .enum([...CAUSE_IDS, "compaction"])
    .nullable()
    .describe("Its cause; null if the log does not show it."),
  cause: z.string().nullable().describe("The name of the cause."),
  lost_tokens: tokens("Processed again although it had been cached."),
  lost_cost: money
    .nullable()
    .describe("How much more the break cost than reading from the cache; null without a price."),
  most_lost: mostLost,
});
export type LiveBreak = Answer<typeof liveBreak>;

/** The state of a session in progress, for pages, terminals and programs. */
const liveSession = named(
  "LiveSession",
  "A session as it grows: the last request of its main agent, and what comes next.",
  {
    revision: z.string().describe("Another one for each state of the session."),
    agent: z.string().describe("The main agent; the first one if there is none."),
    requests: count("Its requests."),
    last_at: time("The last row of the log.").nullable().describe("null if the log has no times."),
    prompt_tokens: tokens("Its last prompt.").nullable().describe("null before its first request."),
    window: tokens("Its model's window.").nullable().describe("null if unknown."),
    compacts_at: tokens("The prompt at which its client compacts.").nullable().describe("null if unknown."),
    forecast,
    cache: cacheEntry.nullable().describe("null if the log does not report the cache."),
    last_break: liveBreak.nullable().describe("null if there was none, or if the log does not show breaks."),
    cost: amount.describe("The session's cost so far, over all agents."),
    cost_note: costNote,
  },
);
export type LiveSession = Answer<typeof liveSession>;

/**
 * `session` is sent immediately and at each change. `gone` is the last event, if the session was deleted or merged into
 * another.
 */
export const liveEvents = {
  session: liveSession,
  gone: named("GoneSession", "The session is no longer under this id.", { id: z.string().describe("Its id.") }),
};
