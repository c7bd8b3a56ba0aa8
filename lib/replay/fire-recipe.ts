import { PER_TOKEN } from "../models/price-unit";
import { compressConversation, DEFAULT_RECIPE } from "../pipeline/compress-conversation";
import { findStrategy } from "../strategies";
import { multipliersOf } from "../strategies/grammar/cache-effect";
import type { Compression } from "../strategies/grammar/compression";
import type { CacheState, Environment } from "../strategies/grammar/environment";
import type { Recipe } from "../strategies/recipe/recipe";
import { strategiesIn } from "../strategies/recipe/recipe";
import { summaryCallOf } from "../strategies/summaries/summary-calls";
import type { CachedTokens } from "./cached-tokens";
import { DEFAULT_FRACTION } from "./default-trigger";
import type { Change, History } from "./history";
import type { LoggedRequest } from "./logged-request";
import type { LoggedSummaries } from "./logged-summaries";
import type { RecipePolicy, ReplayTrigger } from "./replay-types";
import { type SummaryBill, summaryBill, writtenSummaries } from "./summary-bill";
import type { UnloggedTokens } from "./unlogged-tokens";

const REGROWTH_SHARE = 0.1;

/** A policy's prompt just before a request, and its state. */
export type Moment = {
  readonly entry: LoggedRequest;
  readonly history: History;
  readonly unlogged: UnloggedTokens;
  readonly environment: Environment;
  readonly cached: CachedTokens;
  /** Prompt tokens just after the recipe last ran; null before its first run. */
  readonly firedAt: number | null;
  /** The session's client, and the length of its compactions' summaries; null if unknown, or if there are none. */
  readonly client: string | null;
  readonly loggedSummaries: LoggedSummaries | null;
};

/**
 * A run of the recipe. `firedAt`: prompt tokens just after it. Without `change` the prompt stays unchanged. `bill`: the
 * cost of the calls that write its summaries; null if there are none.
 */
export type Firing = {
  readonly firedAt: number;
  readonly change?: Change;
  readonly bill?: SummaryBill | null;
  readonly failure?: string;
};

/** The parts of a run's result that a replay reads. */
export type RunResult = Pick<Compression, "status" | "conversation" | "edits" | "failure"> & {
  readonly stats: Pick<Compression["stats"], "tokensSaved">;
};

/** How the run changed the policy's prompt. */
export function settleFiring(policy: RecipePolicy, moment: Moment, result: RunResult): Firing {
  const { history, unlogged } = moment;
  const prompt = promptOf(moment);
  if (result.status !== "applied") return { firedAt: prompt, ...(result.failure && { failure: result.failure.code }) };
  const bill = billOf(policy, result, moment);
  if (policy.horizon !== undefined && !pays(result, bill, policy.horizon, moment)) return { firedAt: prompt };
  const change = history.replace(result.conversation);
  unlogged.cutTo(history.conversation.messages);
  return { firedAt: promptOf(moment), change, bill };
}

const promptOf = ({ unlogged, history }: Moment): number => unlogged.tokens + history.tokens;

/** What a model would have cost for the summaries that rules wrote here. */
function billOf({ recipe }: RecipePolicy, { edits }: RunResult, moment: Moment): SummaryBill | null {
  const written = writtenSummaries(edits);
  if (written === null) return null;
  const { entry, cached, client, loggedSummaries } = moment;
  const call = summaryCallOf(strategiesIn(recipe ?? DEFAULT_RECIPE));
  const tokens = promptOf(moment);
  const before = { tokens, readable: cached.readable(entry.request.model, tokens) };
  const isOwn = client !== null && call.client === client;
  return summaryBill(call, written, isOwn ? loggedSummaries : null, before, entry);
}

export function isDue({ recipe, trigger = {} }: RecipePolicy, moment: Moment): boolean {
  const { environment, firedAt } = moment;
  const prompt = promptOf(moment);
  const { window } = environment.budget;
  const fraction = trigger.fraction ?? (decidesItself(recipe) ? 0 : DEFAULT_FRACTION);
  const threshold = trigger.tokens ?? (fraction === 0 ? 0 : window && window * fraction);
  if (threshold === null || prompt < threshold) return false;
  return firedAt === null || prompt >= firedAt + regrowthOf(trigger, threshold, firedAt);
}

const decidesItself = (recipe: Recipe | null): boolean =>
  strategiesIn(recipe ?? DEFAULT_RECIPE).every((id) => findStrategy(id)?.hasOwnTrigger === true);

/**
 * A share of the threshold or of the prompt after the last run, whichever is larger; otherwise a recipe that stays
 * above its threshold would run ever more often.
 */
const regrowthOf = ({ regrowth }: ReplayTrigger, threshold: number, firedAt: number): number =>
  regrowth ?? Math.max(threshold, firedAt) * REGROWTH_SHARE;

/**
 * Compresses down to the floor. If the prompt stays above the floor, compresses without one, because content outside
 * the messages then exceeds the floor and leaves no room for a summary or for the newest messages.
 */
export function runRecipe({ recipe, floor }: RecipePolicy, moment: Moment): Compression {
  const { history, environment } = moment;
  const around = knownAt(moment);
  if (floor === undefined) return compressConversation(history.conversation, recipe, around);
  const budget = { ...environment.budget, target: floor, mayMissTarget: true };
  const result = compressConversation(history.conversation, recipe, { ...around, budget });
  const isAsNear = result.status === "applied" || promptOf(moment) <= floor;
  return isAsNear ? result : compressConversation(history.conversation, recipe, around);
}

/** What a strategy knows when it runs in a replay. */
export function knownAt(moment: Moment): Environment {
  const cache = cacheStateOf(moment);
  return {
    ...moment.environment,
    fixedTokens: Math.max(0, moment.unlogged.tokens),
    force: true,
    ...(cache && { cache }),
  };
}

/**
 * What the provider would read if nothing changed, as a caller of `POST /api/compress` states it; null if the log has
 * no counters.
 */
function cacheStateOf(moment: Moment): CacheState | null {
  const { entry, cached } = moment;
  const { request, warmth, readBeyond } = entry;
  if (request.usage?.cacheRead == null) return null;
  const prompt = promptOf(moment);
  const readable = cached.readable(request.model, prompt);
  return { prefixTokens: Math.min(prompt, Math.round(readable * warmth) + readBeyond) };
}

/**
 * True if the next `horizon` requests save more in reads than it costs to rewrite the prompt after the change and to
 * write the summary, or if the prompt does not fit. After a pause that emptied the cache, the change breaks nothing.
 */
function pays({ stats, conversation }: RunResult, bill: SummaryBill | null, horizon: number, moment: Moment): boolean {
  const { entry, history, unlogged, environment, cached } = moment;
  const { window, reserve } = environment.budget;
  const prompt = promptOf(moment);
  if (window !== null && prompt > window - reserve) return true;
  const { read, write } = multipliersOf(environment);
  const readable = entry.warmth === 0 ? 0 : cached.readable(entry.request.model, prompt);
  const after = prompt - stats.tokensSaved;
  const stillRead = Math.min(readable, unlogged.tokens + history.sharedTokens(conversation), after);
  const costOf = (tokens: number, cachedTokens: number) => cachedTokens * read + (tokens - cachedTokens) * write;
  const inInputTokens = entry.prices === null ? 0 : (bill?.cost ?? 0) / (entry.prices.input * PER_TOKEN);
  return horizon * read * stats.tokensSaved > costOf(after, stillRead) - costOf(prompt, readable) + inInputTokens;
}
