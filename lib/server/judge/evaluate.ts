import { type JudgeMaterial, judgementAnswer, notJudged, planJudge } from "@/lib/api/answers/judgement";
import { Problem } from "@/lib/api/problem";
import type { EvaluateAnswer } from "@/lib/api/schemas/evaluate";
import type { JudgeFields, Judgement } from "@/lib/api/schemas/judge";
import { runTask } from "../sessions/healing-task";
import { laneFor } from "../workers/pool";
import type { JudgeOptions } from "./call-desk";
import { type JudgeModels, judgeModels } from "./judge-models";
import { runJudge } from "./run-judge";

/** Measures the candidates of a body, and runs a judge if the body asks for one. */
export async function evaluate(body: Uint8Array, options: JudgeOptions): Promise<EvaluateAnswer> {
  const { signal, onProgress } = options;
  onProgress?.({ stage: "measuring" });
  const input = { body };
  const { json, judge } = await runTask(
    { kind: "evaluate" as const, input },
    { lane: laneFor(body.byteLength), ...(signal && { signal }) },
  );
  const answer = JSON.parse(json) as EvaluateAnswer;
  return judge ? { ...answer, judge: await judged(judge.material, judge.fields, options) } : answer;
}

/** The judgement. If nothing can be judged, it contains the reason, and the rest of the evaluation is still valid. */
async function judged(material: JudgeMaterial, fields: JudgeFields, options: JudgeOptions): Promise<Judgement> {
  const plan = planJudge(material, fields.repeats);
  if (plan.questions === 0)
    return notJudged("unavailable", "nothing-to-ask", "the original contains nothing to ask a question about", plan);
  let models: JudgeModels;
  try {
    models = judgeModels(fields);
  } catch (error) {
    if (error instanceof Problem) return notJudged("unavailable", error.code, error.detail, plan);
    throw error;
  }
  const over = overBudget(plan, fields);
  if (over !== null) return notJudged("unavailable", "judge-over-budget", over, plan);
  if (fields.dry_run) return notJudged("planned", "dry-run", "no model was called", plan);
  return judgementAnswer(await runJudge(material, models, fields, options));
}

function overBudget(
  { calls, input_tokens: tokens }: ReturnType<typeof planJudge>,
  { max_calls, max_input_tokens }: JudgeFields,
): string | null {
  if (calls > max_calls) return `this would take ${calls} model calls; judge.max_calls is ${max_calls}`;
  if (tokens > max_input_tokens)
    return `the prompts would have about ${tokens} tokens; judge.max_input_tokens is ${max_input_tokens}`;
  return null;
}
