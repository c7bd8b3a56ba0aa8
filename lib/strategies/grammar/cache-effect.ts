import type { Conversation } from "../../conversation/message";
import { requestTokens } from "./create-view";
import type { Environment } from "./environment";

/** What a compression does to a provider's prefix cache. All counts are tokens. */
export type CacheEffect = {
  /** Longest common prefix of the request before and after. */
  readonly prefixTokensKept: number;
  /** Everything after the common prefix, written once at the write price. */
  readonly suffixTokensRewritten: number;
  /** Requests until the savings cover the rewrite; null if nothing is saved. */
  readonly breakEvenRequests: number | null;
  /** Negative = cheaper than not compressing; null without prices. */
  readonly netCostAfter10Requests: { readonly amount: number; readonly currency: "USD" } | null;
  readonly multipliers: { readonly read: number; readonly write: number; readonly isAssumed: boolean };
};

/** Anthropic's multiples for 5-minute caching (November 2026), used when the model has no prices. */
const ASSUMED = { read: 0.1, write: 1.25, isAssumed: true };

/**
 * N* = (w - r) * T_after / (r * D), and the net cost after N requests = p * ((w - r) * T_after - N * r * D),
 * assuming a warm cache.
 */
export function measureCacheEffect(before: Conversation, after: Conversation, environment: Environment): CacheEffect {
  const tokens = { before: requestTokens(before, environment), after: requestTokens(after, environment) };
  return cacheEffectOf(before, after, tokens, environment);
}

/** Like `measureCacheEffect`, with the tokens of both requests given. */
export function cacheEffectOf(
  before: Conversation,
  after: Conversation,
  tokens: { readonly before: number; readonly after: number },
  environment: Environment,
): CacheEffect {
  const kept = before === after ? tokens.before : commonPrefixTokens(before, after, environment);
  const rewritten = before === after ? 0 : tokens.after - kept;
  const saved = tokens.before - tokens.after;
  const multipliers = multipliersOf(environment);
  const { read, write } = multipliers;
  const rewriteCost = Math.max(0, write - read) * rewritten;
  return {
    prefixTokensKept: kept,
    suffixTokensRewritten: rewritten,
    breakEvenRequests: saved > 0 && read > 0 ? rewriteCost / (read * saved) : null,
    netCostAfter10Requests: netCost(rewriteCost - 10 * read * saved, environment),
    multipliers,
  };
}

/**
 * The effect of a strategy that decides as messages arrive. It never changes what was sent, so the entire prefix can be
 * read.
 */
export function effectOnArrival(
  { before, after }: { readonly before: number; readonly after: number },
  environment: Environment,
): CacheEffect {
  const saved = before - after;
  const multipliers = multipliersOf(environment);
  return {
    prefixTokensKept: after,
    suffixTokensRewritten: 0,
    breakEvenRequests: saved > 0 && multipliers.read > 0 ? 0 : null,
    netCostAfter10Requests: netCost(-10 * multipliers.read * saved, environment),
    multipliers,
  };
}

/** Compares messages and parts by identity, because an unedited message or part is the same object. */
export function commonPrefixTokens(before: Conversation, after: Conversation, environment: Environment): number {
  let tokens = environment.fixedTokens;
  for (const [index, message] of before.messages.entries()) {
    const other = after.messages[index];
    if (other === message) tokens += environment.tokensOf(message);
    else {
      if (other?.id !== message.id || other.role !== message.role) return tokens;
      for (const [position, part] of message.parts.entries()) {
        if (other.parts[position] !== part) return tokens;
        tokens += environment.tokensOf(part);
      }
      return tokens;
    }
  }
  return tokens;
}

/** Price of a cached read and of a cache write as multiples of the input price. */
export function multipliersOf({ prices }: Pick<Environment, "prices">): CacheEffect["multipliers"] {
  if (!prices || prices.input <= 0) return ASSUMED;
  return { read: prices.cacheRead / prices.input, write: prices.cacheWrite / prices.input, isAssumed: false };
}

function netCost(tokens: number, { prices }: Environment): CacheEffect["netCostAfter10Requests"] {
  return prices ? { amount: (tokens * prices.input) / 1e6, currency: "USD" } : null;
}
