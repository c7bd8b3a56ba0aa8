import type { BreakCause, BreakLetter } from "./break-cause";
import type { BreakEvidence } from "./break-evidence";
import type { Divergence } from "./divergence";
import type { Money } from "./money";
import type { TimeToLive } from "./read-expectation";

export type Confidence = "certain" | "likely" | "unknown";

/** The cause that the provider reported for a break, and the cause found from the log alone. */
export type ReportedCause = { readonly reason: string; readonly own: BreakCause; readonly agrees: boolean };

/** What a break lost, in tokens and money. */
export type BreakLoss = Pick<CacheBreak, "lostTokens" | "lostCost" | "rewritten">;

export type CacheBreak = {
  /** Index into `Session.responses`. */
  readonly request: number;
  /** The request with which it is compared: the previous one in its chain or, after a model switch, of its agent. */
  readonly previous: number;
  /** Lifetime of the entries that were not read, in seconds. */
  readonly timeToLive: TimeToLive;
  readonly cause: BreakCause;
  readonly letter: BreakLetter;
  readonly confidence: Confidence;
  /** True if it follows from a compaction or a pause and is not a mistake. */
  readonly isExpected: boolean;
  /** Cached tokens of this prompt that had to be processed again. */
  readonly lostTokens: number;
  /** How much more it cost to process those tokens again than to read them; null without a price. */
  readonly lostCost: Money | null;
  /**
   * For a break after both a pause and a compaction: the part of the loss that the compaction would have caused anyway.
   */
  readonly rewritten?: { readonly tokens: number; readonly cost: Money | null };
  /** In a log without cache writes, the most that may have been lost; the fields above are then the least. */
  readonly most?: BreakLoss;
  /** For and against the cause, the decisive one first. */
  readonly evidence: readonly BreakEvidence[];
  /** Where this prompt differs from the previous one, if the log shows both; null if it only appends. */
  readonly divergence: Divergence | null;
  /** Set if the provider reports a cause, which is then also `cause`. */
  readonly reported?: ReportedCause;
};

export type CacheReport = {
  /** By request; null if no read can be expected (first of a chain, no counters in the log). */
  readonly expectedRead: readonly (number | null)[];
  readonly breaks: readonly CacheBreak[];
  /** Requests after an unlogged call that extended the cache. */
  readonly unloggedCalls: readonly number[];
  /** Gaps in a chain that exceed its entries' lifetime: seconds between the starts of two requests. */
  readonly idleGaps: readonly { readonly request: number; readonly seconds: number; readonly timeToLive: number }[];
  /** Σ min(read, expected) ÷ Σ max(read, expected); null if no read can be expected. */
  readonly agreement: number | null;
};
