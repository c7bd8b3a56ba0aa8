import type { JudgeMaterial } from "@/lib/api/answers/judgement";
import { evaluateBody, type SentConversation } from "@/lib/api/schemas/evaluate";
import type { JudgeFields } from "@/lib/api/schemas/judge";
import { problemOfZod } from "@/lib/api/zod-problem";
import { compressConversation } from "@/lib/pipeline/compress-conversation";
import type { BodyInput } from "./body-task";
import { failureProblem } from "./compress-problems";
import type { Measured } from "./evaluate-environment";
import { measureRecipe } from "./evaluate-recipe";
import { measureSent } from "./evaluate-sent";
import { type Contender, judgeMaterial } from "./judge-material";
import { parseJsonBody } from "./parse-json";

/** The answer as JSON text. `judge` holds what a judge is to be asked before the answer is sent. */
export type EvaluateOutput = {
  readonly json: string;
  readonly judge?: { readonly material: JudgeMaterial; readonly fields: JudgeFields };
};

/** POST /api/evaluate: measures what a compression lost, whoever made it, and prepares the questions for a judge. */
export function evaluateTask({ body }: BodyInput): EvaluateOutput {
  const parsed = evaluateBody.safeParse(parseJsonBody(body));
  if (!parsed.success) throw problemOfZod(parsed.error);
  const { compressed, strategy, judge: fields, ...given } = parsed.data;
  const model = given.model ?? modelOf(given.original) ?? modelOf(compressed);
  const request = { ...given, model };
  const measured = compressed ? measureSent(request, compressed) : measureRecipe(request, strategy ?? null);
  const judge = fields && { material: materialFor(measured, fields), fields };
  return { json: JSON.stringify(measured.answer), ...(judge && { judge }) };
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
