import { priceUsage } from "../models/price-usage";
import { compressConversation } from "../pipeline/compress-conversation";
import type { Environment } from "../strategies/grammar/environment";
import type { Usage } from "../transcript/usage";
import { cacheWritten } from "../transcript/usage";
import { type Change, History } from "./history";
import type { LoggedRequest } from "./logged-request";
import { RegretWatch } from "./regret-watch";
import { totalsOf } from "./replay-totals";
import type { Replay, ReplayInput, ReplayPolicy, ReplayRow, ReplayTrigger } from "./replay-types";

/** Of the window: where Winnow's own strategy starts, and most clients compact between 0.75 and 0.95. */
const DEFAULT_FRACTION = 0.8;
const REGROWTH_SHARE = 0.1;

/** What the replay carries from one request to the next. */
type Carried = {
  /** Tokens of the prompt's beginning that each model has in its own cache. */
  readonly cached: Map<string | null, number>;
  firedAt: number | null;
};

/** One policy over the requests of one agent, in order. */
export function replayPolicy(policy: ReplayPolicy, input: ReplayInput): Replay {
  if (policy.kind === "logged") return asLogged(policy, input);
  const { session, agent, readers, logged, environmentOf } = input;
  const history = new History(session, agent, readers.tokensOf);
  const watch = new RegretWatch(readers);
  const carried: Carried = { cached: new Map(), firedAt: null };
  const failures = new Set<string>();
  const rows = logged.map((entry): ReplayRow => {
    const { added, left } = history.growTo(entry.request.span);
    const regretted = watch.watch(added);
    if (left !== null) {
      watch.leave(left);
      keepCached(carried, entry.fixed + left.prefixTokens);
    }
    const fired = policy.kind === "recipe" ? fire(policy, history, entry, environmentOf(entry), carried) : null;
    if (fired?.failure) failures.add(fired.failure);
    if (fired?.change) watch.lose(fired.change, history.conversation.messages);
    const prefix = fired?.change ? entry.fixed + fired.change.prefixTokens : null;
    return settle(entry, entry.fixed + history.tokens, prefix, carried, regretted);
  });
  const outcome = { refetchTokens: watch.refetchTokens, failures: [...failures] };
  return { policy, rows, totals: totalsOf(rows, input, outcome) };
}

type Firing = { readonly change?: Change; readonly failure?: string };

/** Runs the recipe when its trigger says so; null when it does not. */
function fire(
  { recipe, trigger = {} }: Extract<ReplayPolicy, { kind: "recipe" }>,
  history: History,
  { fixed }: LoggedRequest,
  environment: Environment,
  carried: Carried,
): Firing | null {
  const { window } = environment.budget;
  const threshold = trigger.tokens ?? (window === null ? null : window * (trigger.fraction ?? DEFAULT_FRACTION));
  const prompt = fixed + history.tokens;
  if (threshold === null || prompt < threshold) return null;
  if (carried.firedAt !== null && prompt < carried.firedAt + regrowthOf(trigger, threshold, carried.firedAt))
    return null;
  const around = { ...environment, fixedTokens: fixed };
  const { status, conversation, failure } = compressConversation(history.conversation, recipe, around, { force: true });
  const change = status === "applied" ? history.replace(conversation) : null;
  carried.firedAt = fixed + history.tokens;
  if (change === null) return failure ? { failure: failure.code } : {};
  return { change };
}

/** Relative to the prompt where that is the larger: a recipe that cannot get under its threshold would else run ever more often. */
const regrowthOf = ({ regrowth }: ReplayTrigger, threshold: number, firedAt: number): number =>
  regrowth ?? Math.max(threshold, firedAt) * REGROWTH_SHARE;

/** Read, written and uncached tokens of a request that sends `prompt` tokens, of which `prefix` are as they were. */
function settle(
  { request, model, warmth, writtenShare }: LoggedRequest,
  prompt: number,
  prefix: number | null,
  carried: Carried,
  regretted: number,
): ReplayRow {
  const { index, usage, output, model: name } = request;
  const cached = carried.cached.get(name) ?? 0;
  if (prefix !== null) keepCached(carried, prefix);
  const readable = Math.min(cached, prompt, prefix ?? prompt);
  const isFirst = request.indexInAgent === 0;
  const read =
    usage?.cacheRead == null ? null : Math.round(isFirst ? Math.min(usage.cacheRead, prompt) : readable * warmth);
  const fresh = read === null ? null : prompt - read;
  const written = fresh === null || writtenShare === null ? null : Math.round(fresh * writtenShare);
  const brokeCache = prefix !== null && prefix < Math.min(cached, prompt);
  carried.cached.set(name, read === null || written === null ? prompt : read + written);
  const row = { read, written, uncached: fresh === null ? null : fresh - (written ?? 0) };
  return {
    request: index,
    prompt,
    ...row,
    output,
    cost: costOf(usage, row, model),
    fired: prefix !== null,
    brokeCache,
    regretted,
  };
}

/** What stands behind a change is in no cache any more. */
function keepCached({ cached }: Carried, tokens: number): void {
  for (const [model, known] of cached) cached.set(model, Math.min(known, tokens));
}

type Counters = Pick<ReplayRow, "read" | "written" | "uncached">;

/** The replayed counters at the price of the model; the split by time-to-live stays the logged one. */
function costOf(
  usage: Usage | null,
  { read, written, uncached }: Counters,
  model: LoggedRequest["model"],
): number | null {
  if (usage === null || !model?.prices || read === null) return null;
  const before = cacheWritten(usage) ?? 0;
  const scale = before === 0 ? 0 : (written ?? 0) / before;
  const scaled = (tokens: number | null) => (tokens === null ? null : tokens * scale);
  const replayed: Usage = {
    ...usage,
    cacheRead: read,
    uncachedInput: uncached,
    cacheWrite5m: before === 0 && written !== null ? written : scaled(usage.cacheWrite5m),
    cacheWrite1h: scaled(usage.cacheWrite1h),
    cacheWriteUnsplit: scaled(usage.cacheWriteUnsplit),
  };
  return priceUsage(replayed, model.prices)?.amount ?? null;
}

/** The log, to the token and the cent. */
function asLogged(policy: ReplayPolicy, input: ReplayInput): Replay {
  const rows = input.logged.map(({ request, model, isCompacted, brokeCache }): ReplayRow => {
    const { usage, promptTokens, output, index } = request;
    return {
      request: index,
      prompt: promptTokens.tokens,
      read: usage?.cacheRead ?? null,
      written: usage && cacheWritten(usage),
      uncached: usage?.uncachedInput ?? null,
      output,
      cost: usage && model?.prices ? (priceUsage(usage, model.prices)?.amount ?? null) : null,
      fired: isCompacted,
      brokeCache,
      regretted: 0,
    };
  });
  return { policy, rows, totals: totalsOf(rows, input, { refetchTokens: 0, failures: [] }) };
}
