import { comparedOriginal, comparedStrategy } from "@/lib/api/answers/compare";
import { modelCallsAnswer } from "@/lib/api/answers/compression";
import type { CompareAnswer } from "@/lib/api/schemas/compare";
import { type CompareBody, compareBody } from "@/lib/api/schemas/compress-body";
import { jsonText } from "@/lib/conversation/exact-json";
import { compareStrategies } from "@/lib/pipeline/compare-strategies";
import type { Compression } from "@/lib/strategies/grammar/compression";
import type { BodyInput, BodyOutput } from "./body-task";
import { carriedEdits } from "./carried-edits";
import { compressionWarnings, environmentOf, MemoryStore, optionsOf } from "./compress-environment";
import { readHistory } from "./conversation-source";
import { evaluatorOf } from "./evaluator";
import { readState } from "./kept-state";
import { type ReadBody, withBody } from "./read-body";
import { summaryDesk } from "./summary-rules";
import { unusedWarnings } from "./unused-parameters";

/** POST /api/compress/compare. A recipe that fails is a row with its failure; the other rows are not affected. */
export const compareTask = ({ body, summaries }: BodyInput): Promise<BodyOutput> =>
  withBody(body, compareBody, (read) => compare(read, summaries));

async function compare(
  { request, settings }: ReadBody<CompareBody>,
  summaries: BodyInput["summaries"],
): Promise<BodyOutput> {
  const source = readHistory(request, settings);
  const { conversation } = source;
  const desk = summaryDesk(request, summaries, source.codec.id);
  const environment = { ...environmentOf(request, source, new MemoryStore()), summaries: desk.rules };
  const given = optionsOf(request, source);
  const carried = carriedEdits(await readState(request.state), conversation, { ...environment, ...given });
  const options = { ...given, carried: carried.edits };
  // Counts all tokens before the recipes are timed, so that the first recipe's time does not include this.
  for (const part of conversation.messages.flatMap(({ parts }) => parts)) environment.tokensOf(part);
  const timed = request.strategies.map((recipe) =>
    timeOf(() => compareStrategies(conversation, [recipe], environment, options)),
  );
  const compressions = timed.flatMap(({ value }) => value);
  const missing = desk.missing();
  if (missing) return missing;
  const evaluate = request.include.includes("evaluation") ? evaluatorOf(source, environment) : () => null;
  const answer: CompareAnswer = {
    format: source.codec.id,
    original: comparedOriginal(compressions[0] as Compression, source.stored?.request.index ?? null),
    results: timed.flatMap(({ value, ms }) =>
      value.map((compression) => comparedStrategy(compression, conversation, request.include, { evaluate, ms })),
    ),
    model_calls: modelCallsAnswer(desk.calls),
    warnings: [
      ...carried.warnings,
      ...source.warnings,
      ...compressionWarnings(request, source),
      ...unusedWarnings(request),
    ],
  };
  return { json: jsonText(answer), outputs: [] };
}

/** Milliseconds with one decimal. */
function timeOf<Value>(action: () => Value): { readonly value: Value; readonly ms: number } {
  const startedAt = performance.now();
  const value = action();
  return { value, ms: Math.round((performance.now() - startedAt) * 10) / 10 };
}
