import { REFETCH_CALL_TOKENS } from "../evaluation/recoverability";
import type { Prices } from "../models/model-info";
import { PER_TOKEN } from "../models/price-unit";
import { priceUsage, writePrice } from "../models/price-usage";
import { cacheWritten, type Usage } from "../transcript/usage";
import type { CachedTokens } from "./cached-tokens";
import type { LoggedRequest } from "./logged-request";
import type { Uses } from "./lost-fact-watch";
import type { ReplayRow } from "./replay-types";
import type { SummaryBill } from "./summary-bill";

/** What a policy sends with a request: `prompt` tokens, of which a firing left the first `prefix` as they were. */
export type Sent = {
  readonly prompt: number;
  /** null: nothing was changed. */
  readonly prefix: number | null;
  readonly cached: CachedTokens;
  readonly uses: Uses;
  /** Of the summaries that were written just before it; null if none was. */
  readonly bill: SummaryBill | null;
};

/** Read, written and uncached tokens of a request, and what it costs. */
export function settleRequest(
  { request, prices, oneHour, warmth, readBeyond, writtenShare }: LoggedRequest,
  { prompt, prefix, cached, uses: { lostFactsUsed, reachable, fetched }, bill }: Sent,
): ReplayRow {
  const { index, usage, output, model: name } = request;
  const before = cached.readable(name, prompt);
  if (prefix !== null) cached.keep(prefix);
  const most = Math.min(prompt, prefix ?? prompt);
  const readable = cached.readable(name, prompt);
  const read = usage?.cacheRead == null ? null : Math.min(most, Math.round(readable * warmth) + readBeyond);
  const fresh = read === null ? null : prompt - read;
  const written = fresh === null || writtenShare === null ? null : Math.round(fresh * writtenShare);
  cached.settle(name, { prompt, read, written });
  const row = { read, written, uncached: fresh === null ? null : fresh - (written ?? 0) };
  const cost = costOf(usage, row, prices, oneHour);
  const summaryCost = bill === null ? 0 : bill.cost;
  return {
    request: index,
    prompt,
    ...row,
    output,
    cost: cost === null || summaryCost === null ? null : cost + summaryCost,
    summaryCost,
    fired: prefix !== null,
    brokeCache: prefix !== null && prefix < before,
    lostFactsUsed,
    reachable,
    fetches: fetched.length,
    fetchCost: fetched.length === 0 ? 0 : prices && fetchCost(fetched, prompt, prices, oneHour),
  };
}

/**
 * US dollars. Each part that is fetched again takes one more call: the prompt is read from the cache, the model writes the
 * call, and the result is a new part of the prompt. Sending it with later requests is not counted.
 */
function fetchCost(fetched: readonly number[], prompt: number, prices: Prices, oneHour: number | null): number {
  const perCall = prompt * prices.cacheRead + REFETCH_CALL_TOKENS * prices.output;
  const results = fetched.reduce((sum, tokens) => sum + tokens, 0) * writePrice(prices, oneHour);
  return (fetched.length * perCall + results) * PER_TOKEN;
}

type Counters = Pick<ReplayRow, "read" | "written" | "uncached">;

/** The replayed counters at the model's prices. Writes have the times to live of this request, otherwise those of the session. */
function costOf(
  usage: Usage | null,
  { read, written, uncached }: Counters,
  prices: Prices | null,
  oneHour: number | null,
): number | null {
  if (usage === null || prices === null || read === null) return null;
  const before = cacheWritten(usage) ?? 0;
  const scale = before === 0 ? 0 : (written ?? 0) / before;
  const scaled = (tokens: number | null) => (tokens === null ? null : tokens * scale);
  const long = (written ?? 0) * (oneHour ?? 0);
  const writes =
    before === 0 && written !== null
      ? { cacheWrite5m: written - long, cacheWrite1h: long, cacheWriteUnsplit: null }
      : {
          cacheWrite5m: scaled(usage.cacheWrite5m),
          cacheWrite1h: scaled(usage.cacheWrite1h),
          cacheWriteUnsplit: scaled(usage.cacheWriteUnsplit),
        };
  const replayed: Usage = { ...usage, cacheRead: read, uncachedInput: uncached, ...writes };
  return priceUsage(replayed, prices)?.amount ?? null;
}
