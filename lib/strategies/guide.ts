import type { StrategyFacts } from "./grammar/strategy";
import { GUIDE_ROWS } from "./guide-rows";

/** Published figures for a kind of strategy, shown next to ours. */
type Published = {
  /** Share of tokens removed. */
  readonly removed: number;
  /** The score that a model gave, from 0 to 5. */
  readonly quality: number;
  readonly measuredOn: string;
  readonly source: string;
};

/** How to choose a strategy. */
export type Guide = {
  readonly useWhen: string;
  readonly trigger: string;
  readonly fallback: string;
  readonly cost: string;
  readonly published: Published | null;
};

const FACTORY = {
  measuredOn:
    "36,611 messages of Factory's own coding sessions, answers to probe questions judged by GPT-5.2; the sessions are not public, so our figures come from other logs",
  source: "https://factory.ai/news/evaluating-compression",
};

/** Factory's evaluation of December 2025, by the kind of summary. */
const PUBLISHED: Readonly<Record<string, Published>> = {
  "factory-anchored": { removed: 0.986, quality: 3.7, ...FACTORY },
  regenerate: { removed: 0.987, quality: 3.44, ...FACTORY },
  opaque: { removed: 0.993, quality: 3.35, ...FACTORY },
};

/** The guide entry of a strategy. A missing row is a bug that a test finds. */
export function guideOf(strategy: StrategyFacts): Guide {
  const row = GUIDE_ROWS[strategy.id];
  if (!row) throw new Error(`no guide for ${strategy.id}`);
  const [trigger, fallback, useWhen] = row;
  return { useWhen, trigger, fallback, cost: costOf(strategy), published: PUBLISHED[strategy.id] ?? null };
}

function costOf({ needsModel, summarises, mode, cache }: StrategyFacts): string {
  const call = needsModel
    ? "a model call at each run"
    : summarises
      ? "a model call at each run, none by rule"
      : "no call";
  const written =
    mode === "as-messages-arrive"
      ? "the cached prefix stays"
      : cache === "rewrites-all"
        ? "nearly all of the prompt is written to the cache again"
        : "part of the prompt is written to the cache again";
  return `${call}; ${written}`;
}
