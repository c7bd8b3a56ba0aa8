import { priceUsage } from "../models/price-usage";
import { messagesOf } from "../transcript/context-at";
import { cacheWritten } from "../transcript/usage";
import { History } from "./history";
import { LostFactWatch } from "./lost-fact-watch";
import { totalsOf } from "./replay-totals";
import type { PreparedReplay, Replay, ReplayPolicy, ReplayRow } from "./replay-types";

/**
 * Replays the log itself, exact to the token and the cent. As for any policy, a request without reported reads has no cost. Facts that its own compactions removed and the agent used again are
 * counted as for any policy. Fetching them adds no cost, because the log already contains those calls.
 */
export function replayLog(prepared: PreparedReplay, policy: ReplayPolicy): Replay {
  const { session, agent, readers, usedFacts, editedTexts, logged } = prepared;
  const history = new History(session, agent, readers.tokensOf);
  const watch = new LostFactWatch(usedFacts, readers.tokensOf);
  const edits = new LostFactWatch(editedTexts, readers.tokensOf);
  let blindEdits = 0;
  const rows = logged.map(({ request, prices, isCompacted, isEdited, brokeCache }): ReplayRow => {
    const { usage, promptTokens, output, index, span } = request;
    const { added, left } = history.growTo(span);
    const { lostFactsUsed, reachable } = watch.watch(added);
    blindEdits += edits.watch(added).lostFactsUsed;
    if (left !== null) for (const one of [watch, edits]) one.leave(left);
    if (isEdited) {
      const messages = messagesOf(session, agent, span);
      const change = history.replace({ tools: session.tools, messages });
      for (const one of [watch, edits]) one.lose(change, messages);
    }
    return {
      request: index,
      prompt: promptTokens.tokens,
      read: usage?.cacheRead ?? null,
      written: usage && cacheWritten(usage),
      uncached: usage?.uncachedInput ?? null,
      output,
      cost: prices && usage?.cacheRead != null ? (priceUsage(usage, prices)?.amount ?? null) : null,
      fired: isCompacted,
      brokeCache,
      lostFactsUsed,
      reachable,
      fetches: 0,
      fetchCost: 0,
      summaryCost: 0,
    };
  });
  return { policy, rows, totals: totalsOf(rows, prepared, { refetchTokens: 0, blindEdits, bills: [], failures: [] }) };
}
