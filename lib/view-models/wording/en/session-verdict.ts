import type { BreakCause } from "../../../cache/break-cause";

/** What a break is, in the middle of a sentence. */
const causes: Readonly<Record<BreakCause, string>> = {
  "ttl-expiry": "a pause longer than the cache lives",
  "model-switch": "a switch of model",
  compaction: "the rewrite after a compaction",
  "history-edit": "an edit of what had been sent",
  "tools-changed": "a change of the tools",
  "system-changed": "a change of the system prompt",
  "params-changed": "a change of the request's parameters",
  "below-minimum": "a prompt below the provider's minimum",
  "lookback-overflow": "more at once than the provider looks back over",
  "floor-collapse": "a change at the start of the prompt",
  "provider-side": "a miss on the provider's side, as far as the log shows",
  unknown: "without a cause in the log",
};

type Breaks = {
  readonly count: number;
  /** What they lost in all, and of how much: `$2.84 of $14.05`, or tokens where there is no price. */
  readonly lost: string;
  readonly of: string;
  readonly at: string;
  readonly cause: BreakCause;
  readonly largest: string;
  /** Whether nothing larger could be avoided: a pause or a compaction. */
  readonly isExpected: boolean;
};

const which = (count: number, isExpected: boolean): string =>
  count === 1 ? "It is" : isExpected ? "The largest is" : "The largest that can be avoided is";

export const sessionVerdict = {
  causes,
  breaks: ({ count, lost, of, at, cause, largest, isExpected }: Breaks): string =>
    `${count === 1 ? "One break" : `${count} breaks`} cost ${lost} of ${of}. ${which(count, isExpected)} at request ${at}, ${causes[cause]}: ${largest}.`,
  unpriced: ({ count, lost, at, cause, largest, isExpected }: Omit<Breaks, "of">): string =>
    `${count === 1 ? "One break" : `${count} breaks`} had ${lost} tokens processed again; no price is known. ${which(count, isExpected)} at request ${at}, ${causes[cause]}: ${largest} tokens.`,
  noBreak: (read: string, peak: string | null): string =>
    `No cache break; ${read} was read from cache.${peak === null ? "" : ` The window peaked at ${peak}.`}`,
  noUsage: "The log reports no usage, so what this session cost and what its cache lost cannot be told.",
  simulated: (breaks: string): string =>
    `The log reports nothing about its cache. A simulation of the provider's rules has ${breaks}; it enters no total.`,
  noCounters: "The log does not say what was written to the cache, so that its breaks cannot be told.",
  scope: (agent: string, all: string): string => `${agent} alone; all agents cost ${all}.`,
  avoidable: (lost: string): string =>
    `${lost} of it could have been avoided; the rest follows from compactions and pauses.`,
  settle: "A log with the provider's token counts would settle it.",
};
