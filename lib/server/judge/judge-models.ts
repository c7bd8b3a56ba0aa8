import { Problem } from "@/lib/api/problem";
import { currentSettings } from "../store/preferences";
import { providerModel, type SummaryModel } from "../summarise/summary-model";

/**
 * The judging model (`WINNOW_JUDGE_MODEL`, `provider/model` as for summaries) and the answering model
 * (`WINNOW_JUDGE_ANSWER_MODEL`, by default the judge). Keys, addresses, time limit and retries are those for summaries.
 * A request may choose among the configured providers but cannot set where a conversation is sent.
 */
export type JudgeModels = { readonly judge: SummaryModel; readonly answerer: SummaryModel };

/** The configured models for `GET /api/evaluate`; null if there is no judge. */
export function configuredJudge(): { model: string; answer_model: string } | null {
  const { judge_model, judge_answer_model } = currentSettings();
  const model = judge_model ?? process.env.WINNOW_JUDGE_MODEL?.trim();
  return model
    ? { model, answer_model: judge_answer_model ?? (process.env.WINNOW_JUDGE_ANSWER_MODEL?.trim() || model) }
    : null;
}

/** Opens both models. Throws a 422 `judge-not-configured` that names the missing variable. */
export function judgeModels(asked: {
  readonly model?: string | undefined;
  readonly answer_model?: string | undefined;
}): JudgeModels {
  const own = configuredJudge();
  const name = asked.model ?? own?.model;
  if (name === undefined)
    throw notConfigured(
      "no judge is set up: set WINNOW_JUDGE_MODEL to provider/model (openai, anthropic, google or local) and that provider's key",
    );
  const open = (model: string) =>
    providerModel(model, (variable) =>
      notConfigured(`the judge ${model} needs ${variable}, which is not set on this server`),
    );
  return { judge: open(name), answerer: open(asked.answer_model ?? own?.answer_model ?? name) };
}

const notConfigured = (detail: string): Problem => new Problem(422, "judge-not-configured", detail);
