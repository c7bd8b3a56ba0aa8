import type { Conversation } from "../conversation/message";
import type { Compression } from "../strategies/grammar/compression";
import type { Environment } from "../strategies/grammar/environment";
import type { Recipe } from "../strategies/recipe/recipe";
import { type CompressionOptions, compressConversation } from "./compress-conversation";

/** Several recipes over one conversation, in the order given. They share the environment's token counts. */
export function compareStrategies(
  conversation: Conversation,
  recipes: readonly Recipe[],
  environment: Environment,
  options: CompressionOptions = {},
): Compression[] {
  return recipes.map((recipe) => compressConversation(conversation, recipe, environment, options));
}
