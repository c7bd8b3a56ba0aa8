import { compressConversation } from "../pipeline/compress-conversation";
import { multipliersOf } from "../strategies/grammar/cache-effect";
import type { Compression } from "../strategies/grammar/compression";
import type { Environment } from "../strategies/grammar/environment";
import type { CachedTokens } from "./cached-tokens";
import { DEFAULT_FRACTION } from "./default-trigger";
import type { Change, History } from "./history";
import type { LoggedRequest } from "./logged-request";
import type { RecipePolicy, ReplayTrigger } from "./replay-types";

const REGROWTH_SHARE = 0.1;

/** The prompt of a policy just before a request, and what it knows then. */
export type Moment = {
  readonly entry: LoggedRequest;
  readonly history: History;
  /** Tokens of the prompt in no message. */
  readonly fixed: number;
  readonly environment: Environment;
  readonly cached: CachedTokens;
  /** Prompt tokens just after the recipe last ran; null before its first run. */
  readonly firedAt: number | null;
};

/** What a run of the recipe did. `firedAt`: prompt tokens just after it. Without `change` the prompt stays as it is. */
export type Firing = { readonly firedAt: number; readonly change?: Change; readonly failure?: string };

/** Runs the recipe where its trigger is reached; null where it is not. */
export function fireRecipe(policy: RecipePolicy, moment: Moment): Firing | null {
  const { history, fixed } = moment;
  const prompt = fixed + history.tokens;
  if (!isDue(policy.trigger ?? {}, prompt, moment)) return null;
  const result = compress(policy, moment);
  if (result.status !== "applied") return { firedAt: prompt, ...(result.failure && { failure: result.failure.code }) };
  if (policy.horizon !== undefined && !pays(result, policy.horizon, moment)) return { firedAt: prompt };
  const change = history.replace(result.conversation);
  return { firedAt: fixed + history.tokens, change };
}

function isDue(trigger: ReplayTrigger, prompt: number, { environment, firedAt }: Moment): boolean {
  const { window } = environment.budget;
  const threshold = trigger.tokens ?? (window === null ? null : window * (trigger.fraction ?? DEFAULT_FRACTION));
  if (threshold === null || prompt < threshold) return false;
  return firedAt === null || prompt >= firedAt + regrowthOf(trigger, threshold, firedAt);
}

/**
 * A share of the threshold or of the prompt after the last run, whichever is larger: otherwise a recipe that stays above
 * its threshold would run more and more often.
 */
const regrowthOf = ({ regrowth }: ReplayTrigger, threshold: number, firedAt: number): number =>
  regrowth ?? Math.max(threshold, firedAt) * REGROWTH_SHARE;

/** The result down to the floor; where the recipe fails with one (a summary that has no room), its result without. */
function compress({ recipe, floor }: RecipePolicy, { history, fixed, environment }: Moment): Compression {
  const around: Environment = { ...environment, fixedTokens: fixed, force: true };
  if (floor === undefined) return compressConversation(history.conversation, recipe, around);
  const budget = { ...environment.budget, target: floor, mayMissTarget: true };
  const result = compressConversation(history.conversation, recipe, { ...around, budget });
  return result.status === "failed" ? compressConversation(history.conversation, recipe, around) : result;
}

/**
 * True where what the next `horizon` requests read less costs more than writing the prompt again behind the change, and
 * where the prompt does not fit. After a pause that emptied the cache, the change breaks nothing.
 */
function pays({ stats, conversation }: Compression, horizon: number, moment: Moment): boolean {
  const { entry, history, fixed, environment, cached } = moment;
  const { window, reserve } = environment.budget;
  const prompt = fixed + history.tokens;
  if (window !== null && prompt > window - reserve) return true;
  const { read, write } = multipliersOf(environment);
  const readable = entry.warmth === 0 ? 0 : cached.readable(entry.request.model, prompt);
  const after = prompt - stats.tokensSaved;
  const stillRead = Math.min(readable, fixed + history.sharedTokens(conversation), after);
  const costOf = (tokens: number, cachedTokens: number) => cachedTokens * read + (tokens - cachedTokens) * write;
  return horizon * read * stats.tokensSaved > costOf(after, stillRead) - costOf(prompt, readable);
}
