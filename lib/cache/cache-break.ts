import type { BreakCause, BreakLetter } from "./break-cause";
import type { BreakEvidence } from "./break-evidence";
import type { Divergence } from "./divergence";
import type { Money } from "./money";

export type Confidence = "certain" | "likely" | "unknown";

/** The cause that the provider reports for a break, and the cause that the log alone shows. */
export type ReportedCause = { readonly reason: string; readonly own: BreakCause; readonly agrees: boolean };

export type CacheBreak = {
  /** Index into `Session.responses`. */
  readonly request: number;
  readonly cause: BreakCause;
  readonly letter: BreakLetter;
  readonly confidence: Confidence;
  /** It follows from a compaction or a pause, and is no mistake. */
  readonly isExpected: boolean;
  /** Tokens of this prompt that had to be processed again although they had been cached. */
  readonly lostTokens: number;
  /** What that cost beyond reading them; null without a price. */
  readonly lostCost: Money | null;
  /** For and against the cause; what decided it comes first. */
  readonly evidence: readonly BreakEvidence[];
  /** Where this prompt differs from the one before it, as far as the log shows both; null if it only appends to it. */
  readonly divergence: Divergence | null;
  /** If the provider reports a cause, which `cause` then is. */
  readonly reported?: ReportedCause;
};

export type CacheReport = {
  /** By request; null if nothing is expected (first of a chain, no counters in the log). */
  readonly expectedRead: readonly (number | null)[];
  readonly breaks: readonly CacheBreak[];
  /** Requests that follow an unlogged call which extended the cache. */
  readonly unloggedCalls: readonly number[];
  /** Where a chain was idle for longer than its entries live: seconds from start to start. */
  readonly idleGaps: readonly { readonly request: number; readonly seconds: number; readonly timeToLive: number }[];
  /** Σ min(read, expected) ÷ Σ max(read, expected); null without a single expectation. */
  readonly agreement: number | null;
};
