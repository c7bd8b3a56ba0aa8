import { CachedTokens } from "./cached-tokens";
import { fireRecipe } from "./fire-recipe";
import { History } from "./history";
import type { LoggedRequest } from "./logged-request";
import { LostFactWatch } from "./lost-fact-watch";
import { replayLog } from "./replay-log";
import { totalsOf } from "./replay-totals";
import type { PreparedReplay, Replay, ReplayPolicy, ReplayRow } from "./replay-types";
import { settleRequest } from "./settle-request";
import type { SummaryBill } from "./summary-bill";

/** One policy over the requests of one agent, in order. What is prepared is shared by all policies, and never changed by one. */
export function replayPolicy(prepared: PreparedReplay, policy: ReplayPolicy): Replay {
  if (policy.kind === "logged") return replayLog(prepared, policy);
  const { session, agent, readers, factsOf, logged, environmentOf, loggedSummaries } = prepared;
  const { client } = session;
  const history = new History(session, agent, readers.tokensOf);
  const watch = new LostFactWatch(factsOf, readers.tokensOf);
  const cached = new CachedTokens();
  const failures = new Set<string>();
  const bills: SummaryBill[] = [];
  let firedAt: number | null = null;
  // The part of `fixedDropped` that was removed when the recipe last cut the history, as by the log's own cut.
  let dropped = 0;
  const rows = logged.map((entry): ReplayRow => {
    const fixed = unloggedOf(entry, dropped);
    const { added, left } = history.growTo(entry.request.span);
    const uses = watch.watch(added);
    if (left !== null) {
      watch.leave(left);
      cached.keep(fixed + left.prefixTokens);
    }
    const environment = environmentOf(entry);
    const moment = { entry, history, fixed, environment, cached, firedAt, client, loggedSummaries };
    const firing = policy.kind === "recipe" ? fireRecipe(policy, moment) : null;
    firedAt = firing?.firedAt ?? firedAt;
    if (firing?.failure) failures.add(firing.failure);
    const change = firing?.change;
    if (change) {
      watch.lose(change, history.conversation.messages);
      dropped = entry.fixedDropped;
    }
    const unlogged = unloggedOf(entry, dropped);
    const prefix = change ? unlogged + change.prefixTokens : null;
    const bill = firing?.bill ?? null;
    if (bill) bills.push(bill);
    return settleRequest(entry, { prompt: unlogged + history.tokens, prefix, cached, uses, bill });
  });
  const outcome = { refetchTokens: watch.refetchTokens, bills, failures: [...failures] };
  return { policy, rows, totals: totalsOf(rows, prepared, outcome) };
}

/** Tokens of the prompt that no message of the log holds. */
const unloggedOf = ({ fixed, fixedDropped }: LoggedRequest, dropped: number): number => fixed + fixedDropped - dropped;
