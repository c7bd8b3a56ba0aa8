import type { JudgeMaterial } from "../api/answers/judgement";
import type { Problem } from "../api/problem";
import { evaluateBody, type SentConversation } from "../api/schemas/evaluate";
import type { JudgeFields } from "../api/schemas/judge";
import { problemOfZod } from "../api/zod-problem";
import { checkJson } from "../conversation/check-json";
import type { Result } from "../conversation/errors";
import { compressConversation } from "../pipeline/compress-conversation";
import { asResult } from "./call";
import type { Measured } from "./evaluate-environment";
import { measureRecipe } from "./evaluate-recipe";
import { measureSent } from "./evaluate-sent";
import { type Contender, judgeMaterial } from "./judge-material";
import { failureProblem } from "./result-problems";
import type { Surroundings } from "./surroundings";

/** `answer`: what the route answers. `judge`: what a judge is to be asked before the answer is sent. */
export type EvaluateOutcome = {
  readonly answer: object;
  readonly judge: { readonly material: JudgeMaterial; readonly fields: JudgeFields } | null;
};

/**
 * All that POST /api/evaluate does before a judge is asked: measures what a compression lost, whoever made it, and
 * prepares the questions.
 */
export const evaluateRequest = (body: unknown, surroundings: Surroundings): Promise<Result<EvaluateOutcome, Problem>> =>
  asResult(() => evaluate(body, surroundings));

function evaluate(body: unknown, surroundings: Surroundings): EvaluateOutcome {
  const parsed = checkJson(evaluateBody, body);
  if (!parsed.success) throw problemOfZod(parsed.error);
  const { compressed, strategy, judge: fields, ...given } = parsed.data;
  const model = given.model ?? modelOf(given.original) ?? modelOf(compressed);
  const request = { ...given, model };
  const measured = compressed
    ? measureSent(request, compressed, surroundings)
    : measureRecipe(request, strategy ?? null, surroundings);
  return { answer: measured.answer, judge: fields ? { material: materialFor(measured, fields), fields } : null };
}

/** The model that a provider's request body names. */
const modelOf = (body: SentConversation | undefined) => (typeof body?.model === "string" ? body.model : undefined);

/** Makes what a judge sees. A recipe that fails is a 422, because a judgement without it would not be the one requested. */
function materialFor(
  { original, contender, environment, pinned }: Measured,
  { against, per_family }: JudgeFields,
): JudgeMaterial {
  const others = against.map((other, index): Contender => {
    if (other === "original") return { name: "original", conversation: original };
    const options = { force: other.force ?? false, protect: { ids: pinned } };
    const compression = compressConversation(original, other.strategy, environment, options);
    const places = { strategy: `$.judge.against[${index}].strategy`, limit: "$.target" };
    if (compression.failure) throw failureProblem(compression, places);
    return { name: compression.strategy.id, conversation: compression.conversation };
  });
  return judgeMaterial(original, [contender, ...others], environment, per_family);
}
