import type { Amount, CAUSE_ACTIONS, CauseId, EVIDENCE_NOUNS } from "../api/schemas/cost-answer";
import type { CacheBreak, Confidence } from "../cache/cache-break";
import type { CacheFinding } from "../cache/findings/finding";

/**
 * A part of the prompt that was sent although it was useless. `first` and `since` are indexes into the requests of all
 * agents.
 */
export type WastedPart = {
  readonly id: string;
  readonly label: string;
  readonly tokens: number;
  readonly first: number;
  readonly since: number;
  readonly times: number;
  readonly money: Amount;
};

/** A request that read less from the cache than the previous one, in a log without cache writes. */
export type PricedDrop = {
  readonly request: number;
  readonly tokens: number;
  readonly money: Amount;
  readonly reason: "model" | "reasoning" | "shorter" | "pause" | "unknown";
  /** Seconds between the starts of the two requests; null without times. */
  readonly gap: number | null;
};

/** What reduces the cost of pauses: the longer lifetime, or a smaller prompt. */
export type IdleRemedy = "longer-life" | "smaller-prompt";

/**
 * A cause with its evidence, which `lib/view-models/answer` puts into words. `requests` contains indexes into the
 * requests of all agents.
 */
export type CauseFacts = {
  readonly id: CauseId;
  readonly confidence: Confidence;
  readonly money: Amount;
  readonly tokens: number;
  readonly requests: readonly number[];
  readonly count: number;
  readonly noun: (typeof EVIDENCE_NOUNS)[number];
  readonly action: (typeof CAUSE_ACTIONS)[number];
  readonly breaks: readonly CacheBreak[];
  readonly drops: readonly PricedDrop[];
  /** Costliest first. */
  readonly parts: readonly WastedPart[];
  /** The rule that found it; null if only breaks or parts show it. */
  readonly finding: CacheFinding | null;
  readonly remedy: IdleRemedy | null;
  /** Dollars that the longer lifetime would have saved, less the higher price of its writes; null without that remedy. */
  readonly saving: number | null;
};

/** A cause without any figures yet. */
export const bareCause = (id: CauseId): CauseFacts => ({
  id,
  confidence: "likely",
  money: { kind: "known", usd: 0 },
  tokens: 0,
  requests: [],
  count: 0,
  noun: "requests",
  action: "see-requests",
  breaks: [],
  drops: [],
  parts: [],
  finding: null,
  remedy: null,
  saving: null,
});
