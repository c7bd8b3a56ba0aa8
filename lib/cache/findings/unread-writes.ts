import { pricesThen } from "../../models/price-at";
import { cacheWritten } from "../../transcript/usage";
import type { CacheRequest } from "../cache-request";
import { requestRates } from "../lost-money";
import { type Money, sumMoney, usd } from "../money";
import { chainKey } from "../read-expectation";
import type { FindingContext, FindingRule } from "./finding";

export type UnreadWrite = {
  readonly position: number;
  readonly tokens: number;
  readonly premium: Money | null;
  /** True for the last request of an agent to a model, after which nothing could read the write. */
  readonly isLast: boolean;
};

/**
 * Written tokens that the next request of the chain did not read, including everything that the chain's last request wrote.
 * Exception: a later request read exactly up to them, because the entry became readable too late for the next one.
 */
export function unreadWrites({ requests, modelOf }: Pick<FindingContext, "requests" | "modelOf">): UnreadWrite[] {
  const chains = new Map<string, { next: number; later: Set<number> }>();
  const found: UnreadWrite[] = [];
  for (let position = requests.length - 1; position >= 0; position -= 1) {
    const request = requests[position] as CacheRequest;
    const { usage } = request;
    const written = usage === null ? null : cacheWritten(usage);
    if (usage === null || written === null) continue;
    const read = usage.cacheRead ?? 0;
    const end = read + written;
    const behind = chains.get(chainKey(request));
    const later = behind?.later ?? new Set<number>();
    chains.set(chainKey(request), { next: read, later: later.add(read) });
    const tokens = Math.max(0, Math.min(written, end - (behind?.next ?? 0)));
    if (tokens === 0 || later.has(end)) continue;
    found.push({ position, tokens, premium: premiumOf(request, tokens, modelOf), isLast: behind === undefined });
  }
  return found.reverse();
}

/** tokens × (w − 1) × p: how much more writing them costs than plain input. */
function premiumOf(request: CacheRequest, tokens: number, modelOf: FindingContext["modelOf"]): Money | null {
  const prices = pricesThen(modelOf(request.model), request.startedAt);
  if (prices === null || request.usage === null) return null;
  const { write, uncached } = requestRates(request.usage, prices);
  return usd((tokens * Math.max(0, write - uncached)) / 1e6);
}

const LEAST_SHARE = 0.05;

/** The writes that could have been avoided. Others were lost to breaks, or were not readable yet. */
export const lastWrites = (context: Pick<FindingContext, "requests" | "modelOf">): UnreadWrite[] =>
  unreadWrites(context).filter(({ isLast }) => isLast);

export const unreadWritesRule: FindingRule = (context) => {
  const found = lastWrites(context);
  const unread = found.reduce((sum, { tokens }) => sum + tokens, 0);
  const written = context.requests.reduce((sum, { usage }) => sum + ((usage && cacheWritten(usage)) ?? 0), 0);
  if (written === 0 || unread < LEAST_SHARE * written) return null;
  return {
    id: "unread-writes",
    kind: "loss",
    requests: found.map(({ position }) => position),
    lostTokens: unread,
    lostCost: sumMoney(found.map(({ premium }) => premium)),
    evidence: [{ id: "unread-writes", unread, written }],
  };
};
