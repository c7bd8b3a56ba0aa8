import type { EvaluationAnswer } from "../../api/schemas/evaluation";
import type { Judgement, JudgePlan } from "../../api/schemas/judge";
import { HIGHEST } from "../../evaluation/dimensions";
import { CRITERIA, DIMENSIONS, type DimensionName } from "../../evaluation/judge/criteria";
import { formatMoney, formatTokens, NOT_APPLICABLE_TEXT } from "../../wording/number-format";
import { english, type Say, type Sentence, sentence } from "../../wording/say";

export type JudgeCell = {
  readonly proxy: string;
  readonly judge: string;
  readonly spread: string;
  /** The score as a share of the maximum: the judge's if one was asked, otherwise the proxy; null if there is none. */
  readonly share: number | null;
};
export type JudgeRow = {
  readonly id: string;
  readonly label: string;
  /** What a judge asks about the answers it scores, one phrase per criterion. */
  readonly criteria: readonly string[];
  /** What the rules compute the score from, as a sentence. */
  readonly madeFrom: string;
  readonly cells: readonly JudgeCell[];
};

const LABELS: Readonly<Record<DimensionName | "overall", Sentence>> = {
  accuracy: sentence("Accuracy"),
  context: sentence("Context awareness"),
  artifact: sentence("Artifact trail"),
  completeness: sentence("Completeness"),
  continuity: sentence("Continuity"),
  instruction: sentence("Instructions"),
  overall: sentence("Overall"),
};

/** Rules see which facts are kept; only a judge can tell whether an answer's details are right. */
const FACTS_KEPT = sentence("Facts kept");

const MADE_FROM: Readonly<Record<DimensionName, Sentence>> = {
  accuracy: sentence("facts kept, and none invented"),
  context: sentence("plan, tests, branch and edited files, and facts of the newest messages"),
  artifact: sentence("files mentioned with their operations and changes"),
  completeness: sentence("questions about the original that the text still answers"),
  continuity: sentence("facts needed later that are shown or can be fetched, and the open steps"),
  instruction: sentence("instructions that are still present"),
};

type Proxy = Readonly<Partial<Omit<EvaluationAnswer["dimensions"], "basis">>>;

/**
 * One row per dimension and one for their mean, one cell per candidate: the judge's mean with its spread, and the
 * proxy. `proxies`: in candidate order.
 */
export function toJudgeRows(proxies: readonly Proxy[], judge: Judgement | null, say: Say = english): JudgeRow[] {
  return [...DIMENSIONS, "overall" as const].map((id) => ({
    id,
    label: say(id === "accuracy" && !(judge && "candidates" in judge) ? FACTS_KEPT : LABELS[id]),
    criteria: CRITERIA.flatMap(({ dimension, asks }) => (dimension === id ? [say.known(asks)] : [])),
    madeFrom:
      id === "overall"
        ? say("The mean of the scores that could be measured.")
        : say("Computed by rules from: {madeFrom}.", { madeFrom: say(MADE_FROM[id]) }),
    cells: proxies.map((proxy, index) => {
      const candidate = judge && "candidates" in judge ? judge.candidates[index] : undefined;
      const score = candidate ? candidate.dimensions[id] : proxy[id];
      return {
        proxy: scoreText(proxy[id]),
        judge: scoreText(candidate?.dimensions[id]),
        spread: spreadText(candidate?.spread[id], say),
        share: score == null ? null : score / HIGHEST,
      };
    }),
  }));
}

const scoreText = (score: number | null | undefined): string => score?.toFixed(1) ?? NOT_APPLICABLE_TEXT;

function spreadText(spread: readonly [number, number] | null | undefined, say: Say): string {
  if (!spread) return "";
  const [low, high] = [spread[0].toFixed(1), spread[1].toFixed(1)];
  return low === high ? say("{score} each time", { score: low }) : `${low}–${high}`;
}

/** `64 calls, about 1,204,000 tokens of prompts`. */
export const planText = ({ calls, input_tokens }: JudgePlan, say: Say = english): string =>
  say("{calls, plural, one {# call} other {# calls}}, about {tokens} tokens of prompts", {
    calls,
    tokens: formatTokens(roundedUp(input_tokens)),
  });

const roundedUp = (tokens: number): number => Math.ceil(tokens / 1_000) * 1_000;

/** The calls, tokens and cost of the judgement, in a sentence. */
export function accountText(judge: Judgement, say: Say = english): string {
  if (!("calls" in judge)) return "";
  const { calls, model, answer_model: answerer, repeats } = judge;
  const tokens =
    calls.input_tokens === null || calls.output_tokens === null
      ? say("tokens unknown")
      : say("{input} tokens in, {output} out", {
          input: formatTokens(calls.input_tokens),
          output: formatTokens(calls.output_tokens),
        });
  const cost = calls.cost === null ? say("cost unknown") : formatMoney(calls.cost.amount);
  const who =
    model === answerer
      ? say("by {model}", { model })
      : say("answered by {answerer}, judged by {model}", { answerer, model });
  return say(
    "{who}, {repeats, plural, one {# verdict} other {# verdicts}} per question; {made} calls, {tokens}, {cost}",
    {
      who,
      repeats,
      made: formatTokens(calls.made),
      tokens,
      cost,
    },
  );
}
