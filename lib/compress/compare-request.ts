import { comparedOriginal, comparedStrategy } from "../api/answers/compare";
import { modelCallsAnswer } from "../api/answers/compression";
import type { CompareAnswer } from "../api/schemas/compare";
import { type CompareBody, compareBody } from "../api/schemas/compress-body";
import type { Compression } from "../strategies/grammar/compression";
import { asResult, type CallOptions, type CallOutcome, type CallResult } from "./call";
import { carriedEdits } from "./carried-edits";
import { compressGrown } from "./compress-grown";
import { onBroken, readHistory } from "./conversation-source";
import { compressionWarnings, environmentOf, optionsOf } from "./environment-of";
import { evaluatorOf } from "./evaluator";
import { readState } from "./kept-state";
import { MemoryStore } from "./memory-store";
import { type ReadBody, withBody } from "./read-body";
import { nameOfRequest } from "./request-choice";
import { summaryDesk } from "./summary-rules";
import type { Surroundings } from "./surroundings";
import { unusedWarnings } from "./unused-parameters";

/**
 * Handles POST /api/compress/compare in process. A recipe that fails has a row with its failure and does not affect the
 * others.
 */
export const compareRequest = (body: unknown, options: CallOptions, surroundings: Surroundings): Promise<CallResult> =>
  asResult(() => withBody(body, compareBody, (read) => compare(read, options, surroundings)));

async function compare(
  { request, settings }: ReadBody<CompareBody>,
  { summaries, warnings = [] }: CallOptions,
  surroundings: Surroundings,
): Promise<CallOutcome> {
  const { sha256, elapsedMs } = surroundings;
  const source = readHistory({ ...request, onBroken: onBroken(request) }, settings, surroundings);
  const { conversation } = source;
  const desk = summaryDesk(request, summaries, source.codec.id);
  const store = new MemoryStore(sha256);
  const environment = { ...environmentOf(request, source, { ...surroundings, store }), summaries: desk.rules };
  const given = optionsOf(request, source, surroundings);
  const state = await readState(request.state, surroundings);
  const carried = carriedEdits(state, conversation, { ...environment, ...given }, sha256);
  const options = { ...given, carried: carried.edits };
  // Count all tokens before timing the recipes, so that the first one's time does not include it.
  for (const part of conversation.messages.flatMap(({ parts }) => parts)) environment.tokensOf(part);
  const timed = request.strategies.map((recipe) => ({
    ...timeOf(() => compressGrown(conversation, recipe, environment, options).compression, elapsedMs),
    prompts: desk.takePrompts(),
  }));
  const needs = desk.missing();
  if (needs) return { answer: null, needs };
  const evaluate = request.include.includes("evaluation") ? evaluatorOf(source, environment) : () => null;
  const answer: CompareAnswer = {
    format: source.codec.id,
    original: comparedOriginal(
      timed[0]?.value as Compression,
      source.stored ? nameOfRequest(source.stored.request) : null,
    ),
    results: timed.map(({ value, ms, prompts }) =>
      comparedStrategy(value, conversation, request.include, { evaluate, ms, prompts }),
    ),
    model_calls: modelCallsAnswer(desk.calls),
    warnings: [
      ...warnings,
      ...carried.warnings,
      ...desk.warnings,
      ...source.warnings,
      ...compressionWarnings(request, source),
      ...unusedWarnings(request),
    ],
  };
  return { answer, needs: null };
}

/** Milliseconds, one decimal. */
function timeOf<Value>(action: () => Value, elapsedMs: () => number): { readonly value: Value; readonly ms: number } {
  const startedAt = elapsedMs();
  const value = action();
  return { value, ms: Math.round((elapsedMs() - startedAt) * 10) / 10 };
}
