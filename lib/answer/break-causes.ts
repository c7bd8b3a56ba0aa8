import type { Amount } from "../api/schemas/cost-answer";
import type { BreakLoss, CacheBreak, Confidence } from "../cache/cache-break";
import type { CacheFinding } from "../cache/findings/finding";
import type { Money } from "../cache/money";
import { FIVE_MINUTES, ONE_HOUR } from "../cache/time-to-live";
import { modelPricesAt } from "../models/price-at";
import { priceUsage } from "../models/price-usage";
import type { ModelRequest } from "../requests/reconstruct-requests";
import type { Usage } from "../transcript/usage";
import { addAmounts, between, mostOf, unknown } from "./amount";
import { bareCause, type CauseFacts, type IdleRemedy, type PricedDrop } from "./cause-facts";
import { type BreakGroup, groupBreaks } from "./group-breaks";

/** A session's breaks by group. */
export type BreakCauses = {
  readonly causes: readonly CauseFacts[];
  readonly unexplained: CauseFacts | null;
  /** Rewrites after compactions: part of the compactions' price, not a cause. */
  readonly rewrites: CauseFacts | null;
};

type Found = {
  readonly requests: readonly ModelRequest[];
  readonly breaks: readonly CacheBreak[];
  /** For logs without cache writes: requests that read less than the previous one, excluding breaks. */
  readonly drops: readonly PricedDrop[];
  readonly findings: readonly CacheFinding[];
  /** Agents with a compaction in the log. */
  readonly compacted: ReadonlySet<string>;
  /** True if the log has no cache writes, so what a compaction left out may never have been cached. */
  readonly isReadsOnly: boolean;
};

const OF_DROP: Readonly<Record<PricedDrop["reason"], BreakGroup>> = {
  model: "model-switch",
  reasoning: "shorter-prompt",
  shorter: "shorter-prompt",
  pause: "idle",
  unknown: "unexplained",
};

/** Puts each break and drop into exactly one group. */
export function causesOfBreaks(found: Found): BreakCauses {
  const hasCompaction = (request: number) => found.compacted.has(found.requests[request]?.agent ?? "main");
  const breaks = groupBreaks(found.breaks, found.findings, hasCompaction);
  const drops = new Map<BreakGroup, PricedDrop[]>();
  for (const drop of found.drops) drops.set(OF_DROP[drop.reason], [...(drops.get(OF_DROP[drop.reason]) ?? []), drop]);
  const groups = [...new Set([...breaks.keys(), ...drops.keys()])];
  const causes = groups.map(
    (group) => [group, toCause(group, breaks.get(group) ?? [], drops.get(group) ?? [], found)] as const,
  );
  const named = new Map(causes);
  return {
    causes: causes.flatMap(([group, cause]) => (group === "unexplained" || group === "compaction" ? [] : [cause])),
    unexplained: named.get("unexplained") ?? null,
    rewrites: withRewritten(named.get("compaction") ?? null, found),
  };
}

/** Adds what compactions made the client rewrite at breaks that have another cause. */
function withRewritten(rewrites: CauseFacts | null, { breaks, isReadsOnly }: Found): CauseFacts | null {
  const rewritten = breaks.flatMap((entry) => mostLost(entry).rewritten ?? []);
  if (rewritten.length === 0) return rewrites;
  const { money, tokens, ...rest } = rewrites ?? bareCause("shorter-prompt");
  return {
    ...rest,
    money: addAmounts([money, ...rewritten.map(({ cost }) => amountOf(isReadsOnly ? NOTHING : cost, cost))]),
    tokens: rewritten.reduce((sum, entry) => sum + entry.tokens, tokens),
  };
}

const NOTHING: Money = { amount: 0, currency: "USD" };

/** The most that a break may have lost; in a log with cache writes, exactly what it lost. */
const mostLost = (entry: CacheBreak): BreakLoss => entry.most ?? entry;

/** The costliest break first. */
function byMostLost(one: CacheBreak, other: CacheBreak): number {
  const [a, b] = [mostLost(one), mostLost(other)];
  return (b.lostCost?.amount ?? 0) - (a.lostCost?.amount ?? 0) || b.lostTokens - a.lostTokens;
}

/** A loss, excluding what a compaction would have rewritten anyway. */
function ownLoss({ lostTokens, lostCost, rewritten }: BreakLoss): { tokens: number; cost: Money | null } {
  if (rewritten === undefined) return { tokens: lostTokens, cost: lostCost };
  const cost = lostCost && { ...lostCost, amount: lostCost.amount - (rewritten.cost?.amount ?? 0) };
  return { tokens: lostTokens - rewritten.tokens, cost };
}

const amountOf = (low: Money | null, high: Money | null): Amount =>
  low === null || high === null ? unknown("no-price") : between(low.amount, high.amount);

function toCause(
  group: BreakGroup,
  breaks: readonly CacheBreak[],
  drops: readonly PricedDrop[],
  { findings, requests: all, isReadsOnly }: Found,
): CauseFacts {
  const requests = [...breaks.map(({ request }) => request), ...drops.map(({ request }) => request)].sort(
    (a, b) => a - b,
  );
  const isAtMost = isReadsOnly && (group === "compaction" || group === "shorter-prompt");
  const losses = breaks.map((entry) => ({ low: ownLoss(entry), ...ownLoss(mostLost(entry)) }));
  return {
    ...bareCause(group === "compaction" ? "shorter-prompt" : group),
    confidence: confidenceOf(group, breaks, drops),
    money: addAmounts([
      ...losses.map(({ low, cost }) => amountOf(isAtMost ? NOTHING : low.cost, cost)),
      ...drops.map(({ money }) => money),
    ]),
    tokens: [...losses, ...drops].reduce((sum, { tokens }) => sum + tokens, 0),
    requests,
    count: requests.length,
    action: group === "unexplained" ? "record" : "see-requests",
    breaks: breaks.toSorted(byMostLost),
    drops: drops.toSorted((a, b) => (mostOf(b.money) ?? 0) - (mostOf(a.money) ?? 0) || b.tokens - a.tokens),
    finding: findings.find(({ id, kind }) => id === group && kind === "loss") ?? null,
    ...(group === "idle" && remedyOf(breaks, all)),
  };
}

function confidenceOf(group: BreakGroup, breaks: readonly CacheBreak[], drops: readonly PricedDrop[]): Confidence {
  if (group === "unexplained") return "unknown";
  // Only a logged cause is certain. A finding that lists the request makes its cause likely.
  const isCertain = drops.length === 0 && breaks.every(({ confidence }) => confidence === "certain");
  return isCertain ? "certain" : "likely";
}

/**
 * The longer lifetime if pauses of at most an hour caused more than half of the loss, and that loss exceeds the extra
 * cost of one-hour writes. Otherwise a smaller prompt.
 */
function remedyOf(
  breaks: readonly CacheBreak[],
  requests: readonly ModelRequest[],
): { readonly remedy: IdleRemedy; readonly saving: number | null } {
  const lossOf = (entries: readonly CacheBreak[]) =>
    entries.reduce((sum, entry) => sum + (ownLoss(entry).cost?.amount ?? 0), 0);
  const avoided = breaks.filter(isAvoidedByLongerLife);
  const saved = lossOf(avoided);
  const saving = saved - extraOfLongerLife(requests, avoided);
  return saved > lossOf(breaks) / 2 && saving > 0
    ? { remedy: "longer-life", saving }
    : { remedy: "smaller-prompt", saving: null };
}

/** A client that was started again may have sent another prompt, which no entry would have matched. */
function isAvoidedByLongerLife({ evidence }: CacheBreak): boolean {
  const expired = evidence.find(({ id }) => id === "expired");
  const isShort = expired?.id === "expired" && expired.timeToLive === FIVE_MINUTES && expired.gap <= ONE_HOUR;
  return isShort && !evidence.some(({ id }) => id === "client-restarted");
}

/** The extra cost if all five-minute writes had been one-hour writes, except those that the breaks would have spared. */
function extraOfLongerLife(requests: readonly ModelRequest[], avoided: readonly CacheBreak[]): number {
  const spared = new Map(avoided.map((entry) => [entry.request, ownLoss(entry).tokens]));
  return requests.reduce((sum, { index, usage, model, startedAt }) => {
    const prices = modelPricesAt(model, startedAt);
    if (usage === null || prices === null) return sum;
    const short = (usage.cacheWrite5m ?? 0) + (usage.cacheWriteUnsplit ?? 0) - (spared.get(index) ?? 0);
    const left = { ...usage, cacheWrite5m: Math.max(0, short), cacheWriteUnsplit: null, cacheWrite1h: null };
    const costOf = (own: Usage) => priceUsage(own, prices)?.amount ?? 0;
    return sum + costOf({ ...left, cacheWrite5m: null, cacheWrite1h: left.cacheWrite5m }) - costOf(left);
  }, 0);
}
