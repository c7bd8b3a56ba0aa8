import { REFETCH_CALL_TOKENS } from "../evaluation/recoverability";
import type { Prices } from "../models/model-info";
import { priceUsage, writePrice } from "../models/price-usage";
import { compressConversation } from "../pipeline/compress-conversation";
import type { Environment } from "../strategies/grammar/environment";
import { messagesOf } from "../transcript/context-at";
import type { Usage } from "../transcript/usage";
import { cacheWritten } from "../transcript/usage";
import { CachedTokens } from "./cached-tokens";
import { DEFAULT_FRACTION } from "./default-trigger";
import { type Change, History } from "./history";
import type { LoggedRequest } from "./logged-request";
import { LostFactWatch, type Uses } from "./lost-fact-watch";
import { totalsOf } from "./replay-totals";
import type { Replay, ReplayInput, ReplayPolicy, ReplayRow, ReplayTrigger } from "./replay-types";

const REGROWTH_SHARE = 0.1;

/** The state that one request of the replay passes to the next. */
type Running = {
  readonly cached: CachedTokens;
  /** Prompt tokens just after the recipe last ran; null before its first run. */
  firedAt: number | null;
  /** The part of `LoggedRequest.fixedDropped` that was removed when the recipe last cut the history, as by the log's own cut. */
  dropped: number;
};

/** One policy over the requests of one agent, in order. */
export function replayPolicy(policy: ReplayPolicy, input: ReplayInput): Replay {
  if (policy.kind === "logged") return asLogged(policy, input);
  const { session, agent, readers, logged, environmentOf } = input;
  const history = new History(session, agent, readers.tokensOf);
  const watch = new LostFactWatch(readers);
  const running: Running = { cached: new CachedTokens(), firedAt: null, dropped: 0 };
  const failures = new Set<string>();
  const rows = logged.map((entry): ReplayRow => {
    const fixed = unloggedOf(entry, running);
    const { added, left } = history.growTo(entry.request.span);
    const uses = watch.watch(added);
    if (left !== null) {
      watch.leave(left);
      running.cached.keep(fixed + left.prefixTokens);
    }
    const fired = policy.kind === "recipe" ? fire(policy, history, fixed, environmentOf(entry), running) : null;
    if (fired?.failure) failures.add(fired.failure);
    if (fired?.change) {
      watch.lose(fired.change, history.conversation.messages);
      running.dropped = entry.fixedDropped;
    }
    const unlogged = unloggedOf(entry, running);
    const prefix = fired?.change ? unlogged + fired.change.prefixTokens : null;
    return settle(entry, unlogged + history.tokens, prefix, running, uses);
  });
  const outcome = { refetchTokens: watch.refetchTokens, failures: [...failures] };
  return { policy, rows, totals: totalsOf(rows, input, outcome) };
}

/** Tokens of the prompt that no message of the log holds. */
const unloggedOf = ({ fixed, fixedDropped }: LoggedRequest, { dropped }: Running): number =>
  fixed + fixedDropped - dropped;

type Firing = { readonly change?: Change; readonly failure?: string };

/** Runs the recipe where its trigger is reached; null where it is not. */
function fire(
  { recipe, trigger = {} }: Extract<ReplayPolicy, { kind: "recipe" }>,
  history: History,
  fixed: number,
  environment: Environment,
  running: Running,
): Firing | null {
  const { window } = environment.budget;
  const threshold = trigger.tokens ?? (window === null ? null : window * (trigger.fraction ?? DEFAULT_FRACTION));
  const prompt = fixed + history.tokens;
  if (threshold === null || prompt < threshold) return null;
  if (running.firedAt !== null && prompt < running.firedAt + regrowthOf(trigger, threshold, running.firedAt))
    return null;
  const around = { ...environment, fixedTokens: fixed };
  const { status, conversation, failure } = compressConversation(history.conversation, recipe, around, { force: true });
  const change = status === "applied" ? history.replace(conversation) : null;
  running.firedAt = fixed + history.tokens;
  if (change === null) return failure ? { failure: failure.code } : {};
  return { change };
}

/**
 * A share of the threshold or of the prompt after the last run, whichever is larger: otherwise a recipe that stays above
 * its threshold would run more and more often.
 */
const regrowthOf = ({ regrowth }: ReplayTrigger, threshold: number, firedAt: number): number =>
  regrowth ?? Math.max(threshold, firedAt) * REGROWTH_SHARE;

/** Read, written and uncached tokens of a request that sends `prompt` tokens, of which the first `prefix` are unchanged. */
function settle(
  { request, prices, oneHour, warmth, readBeyond, writtenShare }: LoggedRequest,
  prompt: number,
  prefix: number | null,
  { cached }: Running,
  { lostFactsUsed, fetched }: Uses,
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
  return {
    request: index,
    prompt,
    ...row,
    output,
    cost: costOf(usage, row, prices, oneHour),
    fired: prefix !== null,
    brokeCache: prefix !== null && prefix < before,
    lostFactsUsed,
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
  return (fetched.length * perCall + results) * 1e-6;
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

/**
 * The log itself, to the token and the cent. What its own compactions removed and the agent used again is counted as for any
 * policy; fetching it adds no cost, because the log already contains those calls.
 */
function asLogged(policy: ReplayPolicy, input: ReplayInput): Replay {
  const { session, agent, readers, logged } = input;
  const history = new History(session, agent, readers.tokensOf);
  const watch = new LostFactWatch(readers);
  const rows = logged.map(({ request, prices, isCompacted, isEdited, brokeCache }): ReplayRow => {
    const { usage, promptTokens, output, index, span } = request;
    const { added, left } = history.growTo(span);
    const { lostFactsUsed } = watch.watch(added);
    if (left !== null) watch.leave(left);
    if (isEdited) {
      const messages = messagesOf(session, agent, span);
      watch.lose(history.replace({ tools: session.tools, messages }), messages);
    }
    return {
      request: index,
      prompt: promptTokens.tokens,
      read: usage?.cacheRead ?? null,
      written: usage && cacheWritten(usage),
      uncached: usage?.uncachedInput ?? null,
      output,
      cost: usage && prices ? (priceUsage(usage, prices)?.amount ?? null) : null,
      fired: isCompacted,
      brokeCache,
      lostFactsUsed,
      fetches: 0,
      fetchCost: 0,
    };
  });
  return { policy, rows, totals: totalsOf(rows, input, { refetchTokens: 0, failures: [] }) };
}
