import type { EvaluationAnswer } from "../api/schemas/evaluation";
import type { Judgement, JudgePlan } from "../api/schemas/judge";
import { DIMENSIONS, type DimensionName } from "../evaluation/judge/criteria";
import { formatMoney, formatTokens, NOT_APPLICABLE_TEXT } from "./number-format";

export type JudgeCell = { readonly proxy: string; readonly judge: string; readonly spread: string };
export type JudgeRow = { readonly id: string; readonly label: string; readonly cells: readonly JudgeCell[] };

const LABELS: Readonly<Record<DimensionName | "overall", string>> = {
  accuracy: "Accuracy",
  context: "Context awareness",
  artifact: "Artifact trail",
  completeness: "Completeness",
  continuity: "Continuity",
  instruction: "Instructions",
  overall: "Overall",
};

type Proxy = Readonly<Partial<Omit<EvaluationAnswer["dimensions"], "basis">>>;

/** One row per dimension, one cell per candidate: the judge's mean with its spread, and the proxy. `proxies`: in the order of the candidates. */
export function toJudgeRows(proxies: readonly Proxy[], judge: Judgement | null): JudgeRow[] {
  return [...DIMENSIONS, "overall" as const].map((id) => ({
    id,
    label: LABELS[id],
    cells: proxies.map((proxy, index) => {
      const candidate = judge && "candidates" in judge ? judge.candidates[index] : undefined;
      return {
        proxy: scoreText(proxy[id]),
        judge: scoreText(candidate?.dimensions[id]),
        spread: spreadText(candidate?.spread[id]),
      };
    }),
  }));
}

const scoreText = (score: number | null | undefined): string => score?.toFixed(1) ?? NOT_APPLICABLE_TEXT;

function spreadText(spread: readonly [number, number] | null | undefined): string {
  if (!spread) return "";
  const [low, high] = spread.map((score) => score.toFixed(1));
  return low === high ? `${low} each time` : `${low}–${high}`;
}

/** `64 calls, about 1,204,000 tokens of prompts`. */
export const planText = ({ calls, input_tokens }: JudgePlan): string =>
  `${formatTokens(calls)} calls, about ${formatTokens(roundedUp(input_tokens))} tokens of prompts`;

const roundedUp = (tokens: number): number => Math.ceil(tokens / 1_000) * 1_000;

/** The calls, tokens and cost of the judgement, in a sentence. */
export function accountText(judge: Judgement): string {
  if (!("calls" in judge)) return "";
  const { calls, model, answer_model: answerer, repeats } = judge;
  const tokens =
    calls.input_tokens === null || calls.output_tokens === null
      ? "tokens unknown"
      : `${formatTokens(calls.input_tokens)} tokens in, ${formatTokens(calls.output_tokens)} out`;
  const cost = calls.cost === null ? "cost unknown" : formatMoney(calls.cost.amount);
  const who = model === answerer ? `by ${model}` : `answered by ${answerer}, judged by ${model}`;
  return `${who}, ${repeats} ${repeats === 1 ? "verdict" : "verdicts"} a question; ${formatTokens(calls.made)} calls, ${tokens}, ${cost}`;
}
