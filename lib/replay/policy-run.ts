import { CachedTokens } from "./cached-tokens";
import { fireRecipe } from "./fire-recipe";
import { History } from "./history";
import type { LoggedRequest } from "./logged-request";
import { LostFactWatch } from "./lost-fact-watch";
import type { PromptWatch } from "./prompt-watch";
import type { Losses } from "./replay-totals";
import type { PreparedReplay, ReplayPolicy, ReplayRow } from "./replay-types";
import { settleRequest } from "./settle-request";
import type { SummaryBill } from "./summary-bill";

/** One policy on its way through the requests of one agent, which are passed in order. */
export class PolicyRun {
  readonly #history: History;
  readonly #watch: LostFactWatch;
  readonly #cached = new CachedTokens();
  readonly #failures = new Set<string>();
  readonly #bills: SummaryBill[] = [];
  #firedAt: number | null = null;
  /** The part of `fixedDropped` that was removed when the recipe last cut the history, as by the log's own cut. */
  #dropped = 0;

  constructor(
    readonly prepared: PreparedReplay,
    readonly policy: ReplayPolicy,
    readonly watches: readonly PromptWatch[] = [],
  ) {
    const { session, agent, readers, factsOf } = prepared;
    this.#history = new History(session, agent, readers.tokensOf);
    this.#watch = new LostFactWatch(factsOf, readers.tokensOf);
  }

  next(entry: LoggedRequest): ReplayRow {
    const { added, left } = this.#history.growTo(entry.request.span);
    const uses = this.#watch.watch(added);
    for (const watch of this.watches) watch.watch(added);
    if (left !== null) {
      for (const watch of [this.#watch, ...this.watches]) watch.leave(left);
      this.#cached.keep(this.#unloggedOf(entry) + left.prefixTokens);
    }
    const firing = this.#fire(entry);
    const unlogged = this.#unloggedOf(entry);
    const prefix = firing?.change ? unlogged + firing.change.prefixTokens : null;
    const prompt = unlogged + this.#history.tokens;
    return settleRequest(entry, { prompt, prefix, cached: this.#cached, uses, bill: firing?.bill ?? null });
  }

  get losses(): Losses {
    return { refetchTokens: this.#watch.refetchTokens, bills: this.#bills, failures: [...this.#failures] };
  }

  #fire(entry: LoggedRequest) {
    if (this.policy.kind !== "recipe") return null;
    const { environmentOf, loggedSummaries, session } = this.prepared;
    const firing = fireRecipe(this.policy, {
      entry,
      history: this.#history,
      fixed: this.#unloggedOf(entry),
      environment: environmentOf(entry),
      cached: this.#cached,
      firedAt: this.#firedAt,
      client: session.client,
      loggedSummaries,
    });
    if (firing === null) return null;
    this.#firedAt = firing.firedAt;
    if (firing.failure) this.#failures.add(firing.failure);
    if (firing.bill) this.#bills.push(firing.bill);
    if (firing.change) {
      const { messages } = this.#history.conversation;
      for (const watch of [this.#watch, ...this.watches]) watch.lose(firing.change, messages);
      this.#dropped = entry.fixedDropped;
    }
    return firing;
  }

  /** Tokens of the prompt that no message of the log holds. */
  #unloggedOf = ({ fixed, fixedDropped }: LoggedRequest): number => fixed + fixedDropped - this.#dropped;
}
