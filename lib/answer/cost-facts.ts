import type { Amount, CostAnswer } from "../api/schemas/cost-answer";
import type { CacheAnalysis } from "../pipeline/analyze-cache";
import type { Analysis } from "../pipeline/analyze-session";
import { holdsTexts } from "../transcript/holds-texts";
import { promptTokens, sumKnown } from "../transcript/usage";
import { addAmounts, atMost, known, unknown } from "./amount";
import { causesOfBreaks } from "./break-causes";
import type { CauseFacts, PricedDrop } from "./cause-facts";
import { costOfSession, reportingOf, type SessionMoney } from "./cost-of-session";
import { otherCauses, type UnusedDefinitions } from "./other-causes";
import { isSmall, rankCauses } from "./rank";
import { caseOf } from "./verdict";
import { type FoundWaste, wasteCauses } from "./waste";

export type CostFactsInput = {
  readonly analysis: Analysis;
  readonly findings: CacheAnalysis["findings"];
  /**
   * The cost of the prompts in dollars: with a cache that reads everything possible, and without any cache. Null if the
   * log reports its cache.
   */
  readonly ends: { readonly low: number; readonly high: number } | null;
  readonly drops: readonly PricedDrop[];
  readonly waste: readonly FoundWaste[];
  readonly unused: UnusedDefinitions | null;
};

/** A session's cost and its causes, before they are put into words. */
export type CostFacts = SessionMoney &
  Pick<CostAnswer, "case" | "cache" | "breaks" | "requests"> & {
    /** Of all prompts whose size is reported, in tokens, or the session's stated total; null if the log has neither. */
    readonly inputTokens: number | null;
    readonly causes: readonly CauseFacts[];
    readonly small: ReadonlySet<CauseFacts["id"]>;
    readonly unexplained: CauseFacts | null;
    readonly rewrites: CauseFacts | null;
  };

/** Combines breaks, reduced reads, waste and other losses into causes, and selects the answer's first sentence. */
export function costFacts({ analysis, findings, ends, drops, waste, unused }: CostFactsInput): CostFacts {
  const { requests } = analysis;
  const money = costOfSession(analysis, ends);
  const cache = reportingOf(analysis);
  const isReadsOnly = cache === "reads-only";
  const told = causesOfBreaks({
    requests,
    breaks: analysis.cache.breaks,
    drops: isReadsOnly ? drops : [],
    findings,
    compacted: new Set(analysis.session.events.flatMap((event) => (event.type === "compaction" ? [event.agent] : []))),
    isReadsOnly,
  });
  const priced = (cause: CauseFacts): CauseFacts => ({ ...cause, money: underCost(cause.money, money.cost) });
  const causes = rankCauses(
    [...told.causes, ...wasteCauses(waste), ...otherCauses(findings, requests, unused)].map(priced),
  );
  const unexplained = told.unexplained && priced(told.unexplained);
  const rewrites = told.rewrites && priced(told.rewrites);
  const ofBreaks = [...told.causes.map(priced), unexplained, rewrites].flatMap((cause) => cause ?? []);
  const breaks = breaksOf(cache, readsFromCache(requests), ofBreaks);
  const peak = requests.reduce((most, { promptTokens }) => Math.max(most, promptTokens.tokens), 0);
  const small = new Set(causes.filter((cause) => isSmall(cause, money.cost, peak)).map(({ id }) => id));
  const facts = { ...money, cache, breaks, requests: requests.length };
  return {
    ...facts,
    case: caseOf({
      ...facts,
      causes: causes.filter(({ id }) => !small.has(id)),
      unexplained,
      hasTexts: holdsTexts(analysis.session),
      isUnexplainedSmall: unexplained === null || isSmall(unexplained, money.cost, peak),
    }),
    inputTokens:
      sumKnown(requests.map(({ usage }) => usage && promptTokens(usage))) ??
      analysis.session.totals?.promptTokens ??
      null,
    causes,
    small,
    unexplained,
    rewrites,
  };
}

/**
 * Caps a cause's cost at the session's. A cause has no price if the session has none, because a list price for a free
 * model would be invented.
 */
const underCost = (money: Amount, cost: Amount): Amount =>
  cost.kind === "unknown" ? unknown(cost.why) : atMost(money, cost);

const readsFromCache = (requests: Analysis["requests"]): boolean =>
  requests.some(({ usage }) => (usage?.cacheRead ?? 0) > 0);

/**
 * Breaks are unknown if the log has no cache reads. If it has reads but no writes, only reduced reads are known, and not
 * even these if no request read anything.
 */
function breaksOf(cache: CostFacts["cache"], hasReads: boolean, groups: readonly CauseFacts[]): CostAnswer["breaks"] {
  if (cache === "not-reported" || cache === "no-usage")
    return { count: null, money: unknown(cache === "no-usage" ? "no-usage" : "no-cache"), tokens: null };
  if (cache === "reads-only" && !hasReads) return { count: null, money: unknown("no-cache"), tokens: null };
  return {
    count: groups.reduce((sum, { breaks, drops }) => sum + breaks.length + drops.length, 0),
    money: groups.length === 0 ? known(0) : addAmounts(groups.map(({ money }) => money)),
    tokens: groups.reduce((sum, { tokens }) => sum + tokens, 0),
  };
}
