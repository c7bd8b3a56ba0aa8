import type { JudgeMaterial } from "@/lib/api/answers/judgement";
import type { JudgeFields } from "@/lib/api/schemas/judge";
import { evaluateRequest } from "@/lib/compress/evaluate-request";
import type { BodyInput } from "./body-task";
import { parseJsonBody } from "./parse-json";
import { WORKER_SURROUNDINGS } from "./surroundings";

/** The answer as JSON text. `judge` contains the questions to ask before the answer is sent. */
export type EvaluateOutput = {
  readonly json: string;
  readonly judge?: { readonly material: JudgeMaterial; readonly fields: JudgeFields };
};

/** POST /api/evaluate: measures what a compression lost, and prepares the questions for a judge. */
export async function evaluateTask({ body }: BodyInput): Promise<EvaluateOutput> {
  const result = await evaluateRequest(parseJsonBody(body), WORKER_SURROUNDINGS);
  if (!result.ok) throw result.error;
  const { answer, judge } = result.value;
  return { json: JSON.stringify(answer), ...(judge && { judge }) };
}
