import type { ModelInfo } from "../../models/model-info";
import { pricesThen } from "../../models/price-at";
import type { CacheRequest } from "../cache-request";
import { type Divergence, findDivergence, type TextOf } from "../divergence";
import { lostMoney } from "../lost-money";
import { type Money, sumMoney } from "../money";
import { chainKey } from "../read-expectation";

/** A request whose prompt does more than append to the previous one in its chain. */
export type Parting = {
  readonly position: number;
  readonly request: CacheRequest;
  readonly previous: CacheRequest;
  readonly divergence: Divergence;
  /** Tokens processed again: those of the old prompt after the difference, at most the length of the new one. */
  readonly lostTokens: number;
};

/** Every request with the previous one in its chain. */
export function transitionsOf(
  requests: readonly CacheRequest[],
): { position: number; request: CacheRequest; previous: CacheRequest }[] {
  const last = new Map<string, CacheRequest>();
  return requests.flatMap((request, position) => {
    const previous = last.get(chainKey(request));
    last.set(chainKey(request), request);
    return previous === undefined ? [] : [{ position, request, previous }];
  });
}

const known = new WeakMap<readonly CacheRequest[], readonly Parting[]>();

/** Computed once per list, because several rules use it. */
export function partingsOf(requests: readonly CacheRequest[], textOf: TextOf): readonly Parting[] {
  const found = known.get(requests) ?? findPartings(requests, textOf);
  known.set(requests, found);
  return found;
}

function findPartings(requests: readonly CacheRequest[], textOf: TextOf): Parting[] {
  return transitionsOf(requests).flatMap(({ position, request, previous }) => {
    if (isAppend(previous, request)) return [];
    const divergence = findDivergence(previous.leaf, request.leaf, textOf);
    if (divergence === null) return [];
    const end = Math.min(previous.leaf.tokens, request.leaf.tokens);
    return [{ position, request, previous, divergence, lostTokens: Math.max(0, end - divergence.sharedTokens) }];
  });
}

/** Fast in the usual case, in which the old leaf is a few nodes above the new one. */
function isAppend(previous: CacheRequest, request: CacheRequest): boolean {
  let node: CacheRequest["leaf"] | null = request.leaf;
  while (node !== null && node.tokens > previous.leaf.tokens) node = node.parent;
  while (node !== null && node !== previous.leaf && node.tokens === previous.leaf.tokens) node = node.parent;
  return node === previous.leaf;
}

/** Cost of tokens processed again, per request. */
export function moneyOf(
  lost: readonly { readonly request: CacheRequest; readonly lostTokens: number }[],
  modelOf: (model: string | null) => ModelInfo | null,
): Money | null {
  return sumMoney(
    lost.map(({ request, lostTokens }) =>
      lostMoney(lostTokens, request.usage, pricesThen(modelOf(request.model), request.startedAt)),
    ),
  );
}

export const sumTokens = (lost: readonly { readonly lostTokens: number }[]): number =>
  lost.reduce((sum, { lostTokens }) => sum + lostTokens, 0);
