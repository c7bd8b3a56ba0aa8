import { warningsAnswer } from "../api/answers/compression";
import { CONVERSATION_FIELDS, omit } from "../api/whole-body";
import { compressConversation } from "../pipeline/compress-conversation";
import type { Recipe } from "../strategies/recipe/recipe";
import { readConversation } from "./conversation-source";
import { definedOf, type EvaluateRequest, environmentFor, type Measured, statsOf } from "./evaluate-environment";
import { requestAnswer, within } from "./evaluate-sent";
import { evaluatorOf } from "./evaluator";
import { choiceOf, indexWarnings } from "./request-choice";
import { failureProblem } from "./result-problems";
import type { Surroundings } from "./surroundings";

/** Compresses the original by a recipe and measures the result as POST /api/compress does. Summaries are extractive. */
export function measureRecipe(request: EvaluateRequest, recipe: Recipe | null, surroundings: Surroundings): Measured {
  const { session, original, model, force = false } = request;
  const conversationOf = original ? definedOf(original) : { session };
  const settings = omit(original ?? {}, [...CONVERSATION_FIELDS, "format"]);
  const read = () =>
    readConversation(
      { format: "auto", onBroken: "refuse", ...definedOf({ model }), ...conversationOf },
      settings,
      surroundings,
    );
  const source = original ? within("original", read) : read();
  const stored = session && original ? surroundings.loadStored(session.id, choiceOf(session)) : source.stored;
  const { conversation, codec, pinned } = source;
  const environment = environmentFor(request, { original: conversation, stored, codec }, surroundings);
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
    answer: {
      ...{ status, strategy, stats, ...requestAnswer(stored) },
      warnings: [...indexWarnings(session, stored?.request), ...warningsAnswer(compression)],
      ...evaluation,
    },
  };
}
