import type { Conversation } from "../conversation/message";
import { REFETCH_CALL_TOKENS } from "../evaluation/recoverability";
import type { Prices } from "../models/model-info";
import { PER_TOKEN } from "../models/price-unit";
import { priceUsage, writePrice } from "../models/price-usage";
import type { Environment } from "../strategies/grammar/environment";
import { cacheWritten, type Usage } from "../transcript/usage";
import { CachedTokens } from "./cached-tokens";
import { type Firing, isDue, knownAt, type Moment, type RunResult, runRecipe, settleFiring } from "./fire-recipe";
import { History } from "./history";
import type { LoggedRequest } from "./logged-request";
import { LostFactWatch, type Uses } from "./lost-fact-watch";
import { replayLog } from "./replay-log";
import { type Losses, totalsOf } from "./replay-totals";
import type { PreparedReplay, RecipePolicy, Replay, ReplayPolicy, ReplayRow } from "./replay-types";
import type { SummaryBill } from "./summary-bill";
import { UnloggedTokens } from "./unlogged-tokens";

/**
 * Replays one policy over the requests of one agent, in order. All policies share the prepared data, and none changes
 * it.
 */
export function replayPolicy(prepared: PreparedReplay, policy: ReplayPolicy): Replay {
  if (policy.kind === "logged") return replayLog(prepared, policy);
  const run = new PolicyRun(prepared, policy);
  const rows = prepared.logged.map((entry) => run.next(entry));
  return { policy, rows, totals: totalsOf(rows, prepared, run.losses) };
}

/**
 * A strategy that is not one of our recipes: it receives the prompt and what is known then, and may be asynchronous.
 */
export type OutsideStrategy = (conversation: Conversation, environment: Environment) => Promise<RunResult>;

/** Like `replayPolicy`, with a strategy from outside that runs when the policy's trigger is reached. */
export async function replayOutside(
  prepared: PreparedReplay,
  policy: RecipePolicy,
  strategy: OutsideStrategy,
): Promise<Replay> {
  const run = new PolicyRun(prepared, policy);
  const rows: ReplayRow[] = [];
  for (const entry of prepared.logged) {
    const step = run.begin(entry);
    const moment = step.due?.moment;
    const result = moment ? await strategy(moment.history.conversation, knownAt(moment)) : null;
    rows.push(run.end(step, result));
  }
  return { policy, rows, totals: totalsOf(rows, prepared, run.losses) };
}

/**
 * Like `replayPolicy`, but null as soon as more than `most` requests exceed the window. A policy that exceeds the
 * window more often than the log could not have been run, and its ever longer prompts take most of the time.
 */
export function replayWithin(prepared: PreparedReplay, policy: ReplayPolicy, most: number): Replay | null {
  const run = new PolicyRun(prepared, policy);
  const rows: ReplayRow[] = [];
  let over = 0;
  for (const entry of prepared.logged) {
    const row = run.next(entry);
    const { window } = prepared.environmentOf(entry).budget;
    if (window !== null && row.prompt > window) over += 1;
    if (over > most) return null;
    rows.push(row);
  }
  return { policy, rows, totals: totalsOf(rows, prepared, run.losses) };
}

/** A policy that runs now. */
type Due = { readonly policy: RecipePolicy; readonly moment: Moment };

/** A request whose prompt has grown but has not been sent. */
type Step = { readonly entry: LoggedRequest; readonly uses: Uses; readonly due: Due | null };

/** A policy's state while one agent's requests are passed in order. */
class PolicyRun {
  readonly #history: History;
  readonly #watch: LostFactWatch;
  readonly #edits: LostFactWatch;
  readonly #cached = new CachedTokens();
  readonly #failures = new Set<string>();
  readonly #bills: SummaryBill[] = [];
  #firedAt: number | null = null;
  #blindEdits = 0;
  readonly #unlogged: UnloggedTokens;

  constructor(
    readonly prepared: PreparedReplay,
    readonly policy: ReplayPolicy,
  ) {
    const { session, agent, readers, usedFacts, editedTexts } = prepared;
    this.#history = new History(session, agent, readers.tokensOf);
    this.#watch = new LostFactWatch(usedFacts, readers.tokensOf);
    this.#edits = new LostFactWatch(editedTexts, readers.tokensOf);
    this.#unlogged = new UnloggedTokens(prepared.systemTokens);
  }

  next(entry: LoggedRequest): ReplayRow {
    const step = this.begin(entry);
    return this.end(step, step.due && runRecipe(step.due.policy, step.due.moment));
  }

  /** Adds the request's messages to the prompt. */
  begin(entry: LoggedRequest): Step {
    const before = this.#history.conversation.messages.at(-1);
    const { added, left } = this.#history.growTo(entry.request.span);
    const isFirst = entry === this.prepared.logged[0];
    this.#unlogged.grow(isFirst ? entry.unlogged - this.#unlogged.system : entry.drift, before, added.at(-1));
    const uses = this.#watch.watch(added);
    this.#blindEdits += this.#edits.watch(added).lostFactsUsed;
    if (left !== null) {
      this.#watch.leave(left);
      this.#edits.leave(left);
      this.#cached.keep(this.#unlogged.tokens + left.prefixTokens);
    }
    return { entry, uses, due: this.#dueAt(entry) };
  }

  /** Sends the request, with the strategy's result if it was due. */
  end({ entry, uses, due }: Step, result: RunResult | null): ReplayRow {
    const begins = Math.max(this.#unlogged.system, this.#unlogged.tokens);
    const firing = due && result && this.#settle(due, result);
    const prefix = firing?.change ? begins + firing.change.prefixTokens : null;
    const prompt = this.#unlogged.tokens + this.#history.tokens;
    return settleRequest(entry, { prompt, prefix, cached: this.#cached, uses, bill: firing?.bill ?? null });
  }

  get losses(): Losses {
    return {
      refetchTokens: this.#watch.refetchTokens,
      blindEdits: this.#blindEdits,
      bills: this.#bills,
      failures: [...this.#failures],
    };
  }

  #dueAt(entry: LoggedRequest): Due | null {
    const { policy, prepared } = this;
    if (policy.kind !== "recipe") return null;
    const moment: Moment = {
      entry,
      history: this.#history,
      unlogged: this.#unlogged,
      environment: prepared.environmentOf(entry),
      cached: this.#cached,
      firedAt: this.#firedAt,
      client: prepared.session.client,
      loggedSummaries: prepared.loggedSummaries,
    };
    return isDue(policy, moment) ? { policy, moment } : null;
  }

  #settle({ policy, moment }: Due, result: RunResult): Firing {
    const firing = settleFiring(policy, moment, result);
    this.#firedAt = firing.firedAt;
    if (firing.failure) this.#failures.add(firing.failure);
    if (firing.bill) this.#bills.push(firing.bill);
    if (firing.change) {
      const { messages } = this.#history.conversation;
      this.#watch.lose(firing.change, messages);
      this.#edits.lose(firing.change, messages);
    }
    return firing;
  }
}

/** A policy's request: `prompt` tokens, the first `prefix` of which a firing left unchanged. */
type Sent = {
  readonly prompt: number;
  /** Null if nothing was changed. */
  readonly prefix: number | null;
  readonly cached: CachedTokens;
  readonly uses: Uses;
  /** The bill for the summaries written just before it; null if there were none. */
  readonly bill: SummaryBill | null;
};

/** Read, written and uncached tokens of a request, and its cost. */
function settleRequest(
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
 * US dollars. Each fetched part takes one more call: the prompt is read from the cache, the model writes the call, and
 * the result is a new part of the prompt. Sending it with later requests is not counted.
 */
function fetchCost(fetched: readonly number[], prompt: number, prices: Prices, oneHour: number | null): number {
  const perCall = prompt * prices.cacheRead + REFETCH_CALL_TOKENS * prices.output;
  const results = fetched.reduce((sum, tokens) => sum + tokens, 0) * writePrice(prices, oneHour);
  return (fetched.length * perCall + results) * PER_TOKEN;
}

type Counters = Pick<ReplayRow, "read" | "written" | "uncached">;

/** The replayed counters at the model's prices. Writes use this request's times to live, otherwise the session's. */
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
