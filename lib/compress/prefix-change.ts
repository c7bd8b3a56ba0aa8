import type { PrefixAnswer } from "../api/schemas/compress";
import { originsOf } from "../conversation/apply-edits";
import type { Edit } from "../conversation/edit";
import type { Conversation } from "../conversation/message";
import type { Compression } from "../strategies/grammar/compression";
import type { Environment } from "../strategies/grammar/environment";
import { type Grown, isOnArrival } from "./as-it-grew";

const UNTOLD =
  "this strategy decides anew at each call, so that what was sent before is not known; send state to keep what was decided";

/** Whether this prompt begins as the one of the request before did, and if not why, and what that costs. */
export function prefixChange(
  conversation: Conversation,
  { before }: Grown,
  compression: Compression,
  environment: Environment,
): PrefixAnswer {
  if (before === null) return { changed: null, first_message: null, why: UNTOLD, rewritten_tokens: null, cost: null };
  // What decides as messages arrive never changes what has been sent.
  const sent = compression.strategy.mode === "as-messages-arrive" ? 0 : messagesSentBefore(conversation);
  const places = placesOf(conversation);
  const changes = compression.edits
    .slice(before.length)
    .map((edit) => ({ edit, at: isOnArrival(edit) ? sent : firstPlace(edit, places, compression.edits) }))
    .filter(({ at }) => at < sent);
  const [change] = changes.sort((one, other) => one.at - other.at);
  if (change === undefined) return { changed: false, first_message: null, why: null, rewritten_tokens: 0, cost: null };
  const { trigger } = compression;
  const isByLimit = trigger?.fired === true && trigger.limit !== null;
  const rewritten = rewrittenTokens(change.at, sent, places, { before, compression, environment });
  const { prices } = environment;
  const amount = prices ? (rewritten * Math.max(0, prices.cacheWrite - prices.cacheRead)) / 1e6 : null;
  return {
    changed: true,
    first_message: change.at,
    why: isByLimit ? `${trigger.rule}: ${trigger.value}, limit ${trigger.limit}` : change.edit.reason,
    rewritten_tokens: rewritten,
    cost: amount === null ? null : { amount, currency: "USD" },
  };
}

/** The messages of the request before: those that stand before the newest answer. */
function messagesSentBefore({ messages }: Conversation): number {
  const answer = messages.findLastIndex(({ role }) => role === "assistant");
  if (answer < 0) return 0;
  return messages.slice(0, answer).findLastIndex(({ role }) => role !== "assistant") + 1;
}

/** Index of the message that a part or message id belongs to. */
function placesOf({ messages }: Conversation): Map<string, number> {
  const places = new Map<string, number>();
  for (const [index, { id, parts }] of messages.entries())
    for (const key of [id, ...parts.map((part) => part.id)]) places.set(key, index);
  return places;
}

function firstPlace(edit: Edit, places: ReadonlyMap<string, number>, edits: readonly Edit[]): number {
  if (edit.op === "insert") return edit.after === null ? 0 : (places.get(edit.after) ?? -1) + 1;
  const origins = originsOf(edits);
  return Math.min(...edit.targets.map((id) => places.get(origins.get(id) ?? id) ?? 0));
}

/** What the provider had in its cache behind the change and is to write again; what is new is written in any case. */
function rewrittenTokens(
  first: number,
  sent: number,
  places: ReadonlyMap<string, number>,
  {
    before,
    compression,
    environment,
  }: { readonly before: readonly Edit[]; readonly compression: Compression; readonly environment: Environment },
): number {
  const known = new Set(before.flatMap((edit) => (edit.op === "insert" ? [edit.message.id] : [])));
  let [tokens, isBehind] = [0, false];
  for (const message of compression.conversation.messages) {
    const place = places.get(message.id);
    isBehind ||= place === undefined ? !known.has(message.id) : place >= first;
    if (isBehind && (place === undefined || place < sent)) tokens += environment.tokensOf(message);
  }
  return tokens;
}
