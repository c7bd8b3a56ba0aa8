import type { EvaluationAnswer } from "../api/schemas/evaluation";
import type { Judgement, JudgePlan } from "../api/schemas/judge";
import { HIGHEST } from "../evaluation/dimensions";
import { CRITERIA, DIMENSIONS, type DimensionName } from "../evaluation/judge/criteria";
import { formatMoney, formatTokens, NOT_APPLICABLE_TEXT } from "./number-format";

export type JudgeCell = {
  readonly proxy: string;
  readonly judge: string;
  readonly spread: string;
  /** The score as a share of the highest: the judge's where one was asked, else the proxy; null where there is none. */
  readonly share: number | null;
};
export type JudgeRow = {
  readonly id: string;
  readonly label: string;
  /** What a judge asks of the answers that it scores, one phrase per criterion. */
  readonly criteria: readonly string[];
  /** What the proxy is made from. */
  readonly madeFrom: string;
  readonly cells: readonly JudgeCell[];
};

const LABELS: Readonly<Record<DimensionName | "overall", string>> = {
  accuracy: "Accuracy",
  context: "Context awareness",
  artifact: "Artifact trail",
  completeness: "Completeness",
  continuity: "Continuity",
  instruction: "Instructions",
  overall: "Overall",
};

/** As `scoreDimensions` computes it. */
const MADE_FROM: Readonly<Record<DimensionName | "overall", string>> = {
  accuracy: "facts that are kept, and facts that are not invented",
  context: "plan, tests, branch and edited files, and facts of the newest messages",
  artifact: "files told with what was done to them, and what changed in them",
  completeness: "answers to questions about the original that the text still holds",
  continuity: "facts used later that are shown or can be fetched, and the open steps",
  instruction: "instructions that are still there",
  overall: "the mean of those that can be measured",
};

type Proxy = Readonly<Partial<Omit<EvaluationAnswer["dimensions"], "basis">>>;

/**
 * One row per dimension and one of their mean, one cell per candidate: the judge's mean with its spread, and the proxy.
 * `proxies`: in the order of the candidates.
 */
export function toJudgeRows(proxies: readonly Proxy[], judge: Judgement | null): JudgeRow[] {
  return [...DIMENSIONS, "overall" as const].map((id) => ({
    id,
    label: LABELS[id],
    criteria: CRITERIA.flatMap(({ dimension, asks }) => (dimension === id ? [asks] : [])),
    madeFrom: MADE_FROM[id],
    cells: proxies.map((proxy, index) => {
      const candidate = judge && "candidates" in judge ? judge.candidates[index] : undefined;
      const score = candidate ? candidate.dimensions[id] : proxy[id];
      return {
        proxy: scoreText(proxy[id]),
        judge: scoreText(candidate?.dimensions[id]),
        spread: spreadText(candidate?.spread[id]),
        share: score == null ? null : score / HIGHEST,
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
