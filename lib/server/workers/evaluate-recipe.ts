import { warningsAnswer } from "@/lib/api/answers/compression";
import { CONVERSATION_FIELDS, omit } from "@/lib/api/whole-body";
import { compressConversation } from "@/lib/pipeline/compress-conversation";
import type { Recipe } from "@/lib/strategies/recipe/recipe";
import { failureProblem } from "./compress-problems";
import { readConversation } from "./conversation-source";
import { definedOf, type EvaluateRequest, environmentFor, type Measured, statsOf } from "./evaluate-environment";
import { within } from "./evaluate-sent";
import { evaluatorOf } from "./evaluator";
import { loadContext } from "./load-context";

/** Compresses the original by a recipe and measures the result as POST /api/compress does. Summaries are extractive. */
export function measureRecipe(request: EvaluateRequest, recipe: Recipe | null): Measured {
  const { session, original, model, force = false } = request;
  const conversationOf = original ? definedOf(original) : { session };
  const settings = omit(original ?? {}, [...CONVERSATION_FIELDS, "format"]);
  const read = () => readConversation({ format: "auto", ...definedOf({ model }), ...conversationOf }, settings);
  const source = original ? within("original", read) : read();
  const stored = session && original ? loadContext(session.id, session.request) : source.stored;
  const { conversation, codec, pinned } = source;
  const environment = environmentFor(request, { original: conversation, stored, codec });
  const compression = compressConversation(conversation, recipe, environment, { force, protect: { ids: pinned } });
  if (compression.failure) throw failureProblem(compression, { strategy: "$.strategy", limit: "$.target" });
  const { status, strategy, conversation: result } = compression;
  const evaluation = evaluatorOf({ ...source, stored }, environment)(compression);
  const stats = statsOf(conversation, result, environment);
  return {
    original: conversation,
    contender: { name: strategy.id, conversation: result },
    environment,
    pinned,
    answer: { status, strategy, warnings: warningsAnswer(compression), stats, ...evaluation },
  };
}
