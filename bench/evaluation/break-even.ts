import type { Prices } from "../../lib/models/model-info";
import { writePrice } from "../../lib/models/price-usage";

/** Prices as multiples of a plain input token: cached read, cache write, output. Writes are 1 if they are free. */
export type Multipliers = { readonly read: number; readonly write: number; readonly output: number };

/** A change of the prompt before some request. Sizes are in tokens. */
export type PromptChange = {
  /** Tokens that later prompts no longer contain. */
  readonly removed: number;
  /** Tokens of the new prompt from its first change to its end (for a summary: the summary and the kept tail). */
  readonly rewritten: number;
  /** Whether the cache entries have expired, so the entire prompt is written again in any case. */
  readonly isCold: boolean;
  /** The model call that wrote a summary; null for a deterministic edit. */
  readonly summary: SummaryCall | null;
};

export type SummaryCall = {
  readonly prompt: number;
  readonly instructions: number;
  readonly output: number;
  /** Whether the call sends the agent's own prompt to the agent's own model and so reads it from the cache. */
  readonly readsCache: boolean;
};

export type BreakEven = {
  /**
   * Paid once, in plain input tokens (multiply by the input price for money). Negative if the change pays
   * immediately.
   */
  readonly eventCost: number;
  /** Saved on each later request. */
  readonly savingPerRequest: number;
  /** Requests until the change has paid for itself, including the first one after it; null if it never does. */
  readonly requests: number | null;
};

/**
 * N* = [ r_s·P + q + o·S + (w − r)·T_after ] ÷ (r·D); a deterministic edit has only the last term. On a cold cache the
 * rewrite is free (E = 0 for an edit), and that request writes D tokens less, while a summariser reads nothing. The
 * first request after the change is counted in N, so the write is charged at w − r.
 */
export function breakEven(change: PromptChange, { read, write, output }: Multipliers): BreakEven {
  const rewrite = change.isCold ? 0 : Math.max(0, write - read) * change.rewritten;
  const eventCost = rewrite + summaryCost(change, read, output);
  const savingPerRequest = read * change.removed;
  if (change.removed <= 0) return { eventCost, savingPerRequest, requests: eventCost <= 0 ? 0 : null };
  // With a cold cache the first request saves writing the removed tokens, not only reading them.
  const upfront = change.isCold ? Math.max(0, write - read) * change.removed : 0;
  const left = Math.max(0, eventCost - upfront);
  if (left === 0) return { eventCost, savingPerRequest, requests: 0 };
  return { eventCost, savingPerRequest, requests: savingPerRequest === 0 ? null : left / savingPerRequest };
}

function summaryCost({ summary, isCold }: PromptChange, read: number, output: number): number {
  if (summary === null) return 0;
  const rate = summary.readsCache && !isCold ? read : 1;
  return rate * summary.prompt + summary.instructions + output * summary.output;
}

/** The multiples of a model's prices; `oneHour` is the share of writes that are kept for an hour (see `writePrice`). */
export function multipliersOf(prices: Prices, oneHour: number | null = null): Multipliers {
  const write = writePrice(prices, oneHour);
  return { read: prices.cacheRead / prices.input, write: write / prices.input, output: prices.output / prices.input };
}

/**
 * The share of the prompt that an edit must remove to pay for itself within N requests, if everything that
 * remains is written again.
 */
export const breakEvenShare = (requests: number, { read, write }: Multipliers): number =>
  (write - read) / (write - read + requests * read);

/** The longest pause in seconds for which a ping every `interval` seconds is cheaper than writing the prompt again. */
export const keepAliveLimit = (interval: number, { read, write }: Multipliers): number => interval * (write / read - 1);
