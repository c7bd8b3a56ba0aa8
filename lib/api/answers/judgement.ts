import { mean } from "../../evaluation/bootstrap";
import { DIMENSIONS, type DimensionName } from "../../evaluation/judge/criteria";
import type { JudgeQuestion } from "../../evaluation/judge/judge-questions";
import {
  type JudgedQuestion,
  type JudgedScore,
  judgedDimensions,
  questionWeight,
  WITHOUT_CONTEXT,
} from "../../evaluation/judge/judge-scores";
import type { ModelCall } from "../../strategies/grammar/summariser";
import type { JudgePlan, NotJudged, WholeJudgement } from "../schemas/judge";

/** What the judge needs, as plain data: the worker collects it, and the main thread sends it to the model. */
export type JudgeMaterial = {
  readonly questions: readonly JudgeQuestion[];
  /** The result first, then what it is compared with. Names are unique. `tokens`: of the candidate's messages. */
  readonly candidates: readonly { readonly name: string; readonly text: string; readonly tokens: number }[];
};

/** Maximum number of tokens in a model's answer to a question. */
export const ANSWER_TOKENS = 600;
/** Estimated tokens of a grading prompt, without the answers to grade. */
const VERDICT_FRAME_TOKENS = 1_200;

/**
 * Plans the judge's calls. Every candidate, and one without any context, answers each question; each repeat grades all
 * answers in one call.
 */
export function planJudge({ questions, candidates }: JudgeMaterial, repeats: number): JudgePlan {
  const contexts = candidates.reduce((sum, { tokens }) => sum + tokens, 0);
  const grading = (candidates.length + 1) * ANSWER_TOKENS + VERDICT_FRAME_TOKENS;
  return {
    questions: questions.length,
    calls: questions.length * (candidates.length + 1 + repeats),
    input_tokens: questions.length * (contexts + repeats * grading),
  };
}

/** `judge` if nothing was judged: the reason, and the calls that would have been made. */
export const notJudged = (
  status: "unavailable" | "planned",
  code: string,
  message: string,
  plan: JudgePlan | null,
): NotJudged => ({
  status,
  code,
  message,
  plan,
});

/** One question with the answers, by the candidate's name; null if the call failed. */
export type AnsweredQuestion = JudgedQuestion & { readonly answers: ReadonlyMap<string, string | null> };

export type JudgeRunResult = {
  readonly model: string;
  readonly answerModel: string;
  readonly seed: number;
  readonly repeats: number;
  readonly plan: JudgePlan;
  readonly material: JudgeMaterial;
  readonly questions: readonly AnsweredQuestion[];
  readonly calls: readonly ModelCall[];
  readonly failedCalls: number;
  readonly invalidVerdicts: number;
  /** The first error, if a call failed. */
  readonly fault: string | null;
};

/** `judge` of an evaluation: 0 to 5, `mean` with the minimum and maximum of the repeats. */
export function judgementAnswer(judgement: JudgeRunResult): WholeJudgement {
  const { material, questions, failedCalls, invalidVerdicts } = judgement;
  const isJudged = questions.some(({ verdicts }) => verdicts.some((verdict) => verdict !== null));
  const isWhole = failedCalls === 0 && questions.every(({ verdicts }) => verdicts.every((verdict) => verdict !== null));
  return {
    status: isJudged ? (isWhole ? ("judged" as const) : ("partial" as const)) : ("failed" as const),
    code: isJudged ? null : invalidVerdicts > 0 ? "judge-unreadable" : "judge-failed",
    message: isWhole ? null : faultText(judgement),
    model: judgement.model,
    answer_model: judgement.answerModel,
    seed: judgement.seed,
    repeats: judgement.repeats,
    plan: judgement.plan,
    candidates: material.candidates.map(({ name, tokens }) => ({ name, tokens, ...scoresAnswer(questions, name) })),
    questions: questions.map((entry) => questionAnswer(entry, material)),
    calls: callsAnswer(judgement),
  };
}

function faultText({ failedCalls, invalidVerdicts, fault }: JudgeRunResult): string {
  const failed = failedCalls > 0 ? [`${counted(failedCalls, "call")} failed: ${fault}`] : [];
  const invalid = invalidVerdicts > 0 ? [`${counted(invalidVerdicts, "verdict")} could not be read`] : [];
  return [...failed, ...invalid].join("; ");
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;

function scoresAnswer(questions: readonly AnsweredQuestion[], name: string) {
  const scores = judgedDimensions(questions, name);
  const pick = (read: (score: JudgedScore) => number | readonly [number, number]) =>
    Object.fromEntries(
      [...DIMENSIONS, "overall" as const].map((key) => [key, scores[key] === null ? null : read(scores[key])]),
    );
  return {
    answered: questions.filter(({ answers }) => answers.get(name) !== null).length,
    dimensions: {
      basis: "judge" as const,
      ...(pick(({ mean }) => hundredths(mean)) as Record<DimensionName | "overall", number | null>),
    },
    spread: pick(({ low, high }) => [hundredths(low), hundredths(high)]) as Record<
      DimensionName | "overall",
      readonly [number, number] | null
    >,
  };
}

function questionAnswer(entry: AnsweredQuestion, { candidates }: JudgeMaterial) {
  const { question, answers, verdicts } = entry;
  const weight = questionWeight(entry);
  return {
    family: question.family,
    question: question.question,
    gold: question.gold,
    /** 1 minus the share answered correctly without any context. */
    weight: weight === null ? null : hundredths(weight),
    answers: [...candidates.map(({ name }) => name), WITHOUT_CONTEXT].map((name) => {
      const scores = verdicts.flatMap((verdict) => Object.values(verdict?.get(name) ?? {}));
      const score = scores.length === 0 ? null : hundredths(mean(scores));
      return { candidate: name, text: answers.get(name) ?? null, score };
    }),
  };
}

function callsAnswer({ calls, failedCalls, invalidVerdicts }: JudgeRunResult) {
  const sum = (read: (call: ModelCall) => number | null): number | null =>
    calls.some((call) => read(call) === null) ? null : calls.reduce((total, call) => total + (read(call) ?? 0), 0);
  const cost = sum((call) => call.cost);
  return {
    made: calls.length,
    failed: failedCalls,
    invalid_verdicts: invalidVerdicts,
    input_tokens: sum((call) => call.inputTokens),
    output_tokens: sum((call) => call.outputTokens),
    cost: cost === null ? null : { amount: cost, currency: "USD" as const },
    ms: sum((call) => call.ms),
  };
}

const hundredths = (value: number): number => Math.round(value * 100) / 100;
