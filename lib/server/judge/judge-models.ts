import { Problem } from "../problem";
import { providerModel, type SummaryModel } from "../summarise/summary-model";

/**
 * Who judges: `WINNOW_JUDGE_MODEL`, `provider/model` as for summaries, and who answers: `WINNOW_JUDGE_ANSWER_MODEL`, else
 * the judge. Keys, addresses, time limit and retries are those of summaries. A request may choose among the providers
 * that are set up; it never says where a conversation is sent.
 */
export type JudgeModels = { readonly judge: SummaryModel; readonly answerer: SummaryModel };

type Env = Readonly<Record<string, string | undefined>>;

/** As `GET /api/evaluate` tells it; null: none is set up. */
export function configuredJudge(env: Env = process.env): { model: string; answer_model: string } | null {
  const model = env.WINNOW_JUDGE_MODEL?.trim();
  return model ? { model, answer_model: env.WINNOW_JUDGE_ANSWER_MODEL?.trim() || model } : null;
}

/** Throws 422 `judge-not-configured` with what to set. */
export function judgeModels(
  asked: { readonly model?: string | undefined; readonly answer_model?: string | undefined },
  env: Env = process.env,
): JudgeModels {
  const own = configuredJudge(env);
  const name = asked.model ?? own?.model;
  if (name === undefined)
    throw notConfigured(
      "no judge is set up: set WINNOW_JUDGE_MODEL to provider/model (openai, anthropic, google or local) and that provider's key",
    );
  const open = (model: string) =>
    providerModel(model, env, (variable) =>
      notConfigured(`the judge ${model} needs ${variable}, which is not set on this server`),
    );
  return { judge: open(name), answerer: open(asked.answer_model ?? own?.answer_model ?? name) };
}

const notConfigured = (detail: string): Problem => new Problem(422, "judge-not-configured", detail);
