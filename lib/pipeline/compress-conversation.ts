import type { Conversation } from "../conversation/message";
import type { Compression } from "../strategies/grammar/compression";
import type { Environment } from "../strategies/grammar/environment";
import { bindRecipe } from "../strategies/recipe/bind-recipe";
import { type Recipe, recipeId } from "../strategies/recipe/recipe";
import { type CompressionOptions, compressBound, refused, withOptions } from "./compress-bound";

export type { CompressionOptions } from "./compress-bound";

/**
 * The default recipe. Deterministic, and careful with the cache: it puts aside only needless or large outputs, each
 * once and permanently, and only if rewriting the cache pays. Over the limit (the target, otherwise its own trigger) it
 * puts aside more of them, then drops the oldest dialogue and leaves an index of its files, errors, decisions and
 * names.
 */
export const DEFAULT_RECIPE: Recipe = "winnow";

/**
 * Compresses one conversation. `null` = the default recipe. Never throws for invalid input: an unknown strategy, wrong
 * parameters, an invalid result and an unreachable target give the status `failed` with a coded `failure` and the
 * unchanged conversation.
 */
export function compressConversation(
  conversation: Conversation,
  recipe: Recipe | null,
  environment: Environment,
  options: CompressionOptions = {},
): Compression {
  const chosen = recipe ?? DEFAULT_RECIPE;
  const bound = bindRecipe(chosen, environment.summaries?.saved);
  if (bound.ok) return compressBound(conversation, bound.value, environment, options);
  return refused(conversation, recipeId(chosen), bound.error, withOptions(environment, options));
}
