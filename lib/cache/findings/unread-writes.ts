import { pricesThen } from "../../models/price-at";
import { cacheWritten } from "../../transcript/usage";
import type { CacheRequest } from "../cache-request";
import { requestRates } from "../lost-money";
import { type Money, sumMoney, usd } from "../money";
import { chainKey } from "../read-expectation";
import type { FindingContext, FindingRule } from "./finding";

export type UnreadWrite = { readonly position: number; readonly tokens: number; readonly premium: Money | null };

/**
 * What the last request of each agent to a model wrote, less what another agent's first request read of it later. An
 * earlier request's unread writes were lost to a break. If the last request reports no usage, it may have read them. An
 * answer with a call is not an agent's last: the log ends before the next one, or another model gave it.
 */
export function lastWrites({
  requests,
  modelOf,
  session,
}: Pick<FindingContext, "requests" | "modelOf" | "session">): UnreadWrite[] {
  const later = new Set<string>();
  const firstReads = new Map<string | null, number>();
  const found: UnreadWrite[] = [];
  for (let position = requests.length - 1; position >= 0; position -= 1) {
    const request = requests[position] as CacheRequest;
    const { usage, model } = request;
    const read = usage?.cacheRead ?? 0;
    const isLast = !later.has(chainKey(request));
    later.add(chainKey(request));
    const end = read + ((usage && cacheWritten(usage)) ?? 0);
    const tokens = end - Math.max(read, Math.min(end, firstReads.get(model) ?? 0));
    if (request.isFirstOfChain) firstReads.set(model, Math.max(read, firstReads.get(model) ?? 0));
    if (isLast && tokens > 0 && !callsTool(session, request))
      found.push({ position, tokens, premium: premiumOf(request, tokens, modelOf) });
  }
  return found.reverse();
}

const callsTool = (session: FindingContext["session"], { index }: CacheRequest): boolean =>
  session?.messages[session.responses[index]?.messageIndex ?? -1]?.parts.some(({ type }) => type === "tool-call") ??
  false;

/** tokens × (w − 1) × p: how much more writing them costs than plain input. */
function premiumOf(request: CacheRequest, tokens: number, modelOf: FindingContext["modelOf"]): Money | null {
  const prices = pricesThen(modelOf(request.model), request.startedAt);
  if (prices === null || request.usage === null) return null;
  const { write, uncached } = requestRates(request.usage, prices);
  return usd((tokens * Math.max(0, write - uncached)) / 1e6);
}

const LEAST_SHARE = 0.05;

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
    lostCost: found.some(({ premium }) => premium === null) ? null : sumMoney(found.map(({ premium }) => premium)),
    evidence: [{ id: "unread-writes", unread, written }],
  };
};
