import type { Conversation } from "../conversation/message";
import { compressConversation, DEFAULT_RECIPE } from "../pipeline/compress-conversation";
import type { Environment } from "../strategies/grammar/environment";
import { bindRecipe } from "../strategies/recipe/bind-recipe";
import type { Recipe } from "../strategies/recipe/recipe";
import { compressGrowing, type Grown, type GrowthOptions } from "./as-it-grew";

/** `compressGrowing` with a recipe; null for the default one. Never throws for valid JSON input. */
export function compressGrown(
  conversation: Conversation,
  recipe: Recipe | null,
  environment: Environment,
  options: GrowthOptions,
): Grown {
  const bound = bindRecipe(recipe ?? DEFAULT_RECIPE, environment.summaries?.saved);
  if (bound.ok) return compressGrowing(conversation, bound.value, environment, options);
  return { compression: compressConversation(conversation, recipe, environment), before: null };
}
