import { DIMENSIONS, type DimensionName } from "../evaluation/judge/criteria";
import { formatMoney, formatTokens, NOT_APPLICABLE_TEXT } from "./number-format";

type Scores = Readonly<Partial<Record<DimensionName | "overall", number | null>>>;
type Spread = Readonly<Partial<Record<DimensionName | "overall", readonly [number, number] | null>>>;

/** `judge` of POST /api/evaluate, as far as it is drawn. */
export type JudgeView = {
  readonly status: "judged" | "partial" | "failed" | "planned" | "unavailable";
  readonly message: string | null;
  readonly plan: { readonly questions: number; readonly calls: number; readonly input_tokens: number } | null;
  readonly model?: string;
  readonly answer_model?: string;
  readonly repeats?: number;
  readonly candidates?: readonly { readonly name: string; readonly dimensions: Scores; readonly spread: Spread }[];
  readonly questions?: readonly JudgedQuestionView[];
  readonly calls?: {
    readonly made: number;
    readonly failed: number;
    readonly invalid_verdicts: number;
    readonly input_tokens: number | null;
    readonly output_tokens: number | null;
    readonly cost: { readonly amount: number } | null;
  };
};

export type JudgedQuestionView = {
  readonly family: string;
  readonly question: string;
  readonly gold: readonly string[];
  readonly weight: number | null;
  readonly answers: readonly {
    readonly candidate: string;
    readonly text: string | null;
    readonly score: number | null;
  }[];
};

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

/** One row per dimension, one cell per candidate: the judge's mean with its spread, and the proxy. `proxies`: in the order of the candidates. */
export function toJudgeRows(proxies: readonly Scores[], judge: JudgeView | null): JudgeRow[] {
  return [...DIMENSIONS, "overall" as const].map((id) => ({
    id,
    label: LABELS[id],
    cells: proxies.map((proxy, index) => {
      const candidate = judge?.candidates?.[index];
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
export const planText = ({ calls, input_tokens }: NonNullable<JudgeView["plan"]>): string =>
  `${formatTokens(calls)} calls, about ${formatTokens(roundedUp(input_tokens))} tokens of prompts`;

const roundedUp = (tokens: number): number => Math.ceil(tokens / 1_000) * 1_000;

/** What the judgement took, in a sentence. */
export function accountText({ calls, model, answer_model: answerer, repeats = 1 }: JudgeView): string {
  if (!calls) return "";
  const tokens =
    calls.input_tokens === null || calls.output_tokens === null
      ? "tokens unknown"
      : `${formatTokens(calls.input_tokens)} tokens in, ${formatTokens(calls.output_tokens)} out`;
  const cost = calls.cost === null ? "cost unknown" : formatMoney(calls.cost.amount);
  const who = model === answerer ? `by ${model}` : `answered by ${answerer}, judged by ${model}`;
  return `${who}, ${repeats} ${repeats === 1 ? "verdict" : "verdicts"} a question; ${formatTokens(calls.made)} calls, ${tokens}, ${cost}`;
}
