import type { Block, Outcome } from "../advice/outcome";
import { exactly, type LossPrice, type Terms } from "../advice/terms";
import { earliestOf, settingClientIn } from "./answers/advice";
import type { AdviceSummary } from "./schemas/advise";

/** The outcomes in stored advice, for weighing them at another price. */
export function outcomesOf({ logged, policies }: Pick<AdviceSummary, "logged" | "policies">): {
  readonly log: Outcome | null;
  readonly outcomes: readonly Outcome[];
} {
  const read = (id: string, trigger: number | null, stored: NonNullable<AdviceSummary["logged"]>): Outcome => ({
    id,
    trigger,
    blocks: stored.blocks as readonly Block[],
    fired: stored.fired,
    ...(stored.began_tokens !== undefined && { began: stored.began_tokens }),
    ...(stored.edits && { edits: stored.edits }),
    peakPrompt: stored.peak_prompt_tokens,
    overWindow: stored.over_window,
  });
  return {
    log: logged && read("logged", null, logged),
    outcomes: policies.map((policy) => read(policy.id, policy.trigger_tokens, policy)),
  };
}

/**
 * The outcome of one session in stored advice about several, by the session's own parts; null if the parts were not
 * stored.
 */
export function sessionOutcomeOf(
  stored: NonNullable<AdviceSummary["logged"]>,
  id: string,
  session: number,
): Outcome | null {
  const parts = stored.session_parts?.[session];
  if (!parts) return null;
  const { fired, peak_prompt_tokens: peakPrompt, over_window: overWindow } = stored;
  const blocks = parts.cost.map((cost, part) => ({ cost, lost: parts.lost[part] ?? 0, requests: 0 }));
  return { id, trigger: null, blocks, fired, peakPrompt, overWindow };
}

/** The reader's changes to the terms of stored advice. Null keeps what was requested. */
export type ChangedTerms = { readonly price: number | null; readonly mostLost: number | null };

type Stored = Pick<AdviceSummary, "price_per_lost_fact" | "price_range" | "most_lost_per_100" | "sessions" | "parts">;

/** The terms of stored advice. A price set by the reader is exact. */
export function termsOf(stored: Stored, { price, mostLost }: ChangedTerms = { price: null, mostLost: null }): Terms {
  return {
    price: price === null ? ownPriceOf(stored) : exactly(price),
    mostLost: mostLost ?? stored.most_lost_per_100 ?? null,
    earliest: earliestOf(stored.sessions),
    parts: stored.parts,
  };
}

function ownPriceOf({ price_per_lost_fact: { amount }, price_range: range }: Stored): LossPrice {
  return range ? { amount, low: range.low.amount, high: range.high.amount } : exactly(amount);
}

/** True if the client of the sessions has a setting for the policy. */
export function isOwnIn({ sessions, policies }: Pick<AdviceSummary, "sessions" | "policies">): (id: string) => boolean {
  const client = settingClientIn(sessions);
  const own = new Set(policies.flatMap(({ id, clients }) => (client !== null && clients.includes(client) ? id : [])));
  return (id) => own.has(id);
}
