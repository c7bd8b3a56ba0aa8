import type { ArtifactTrail } from "./artifacts/artifact-trail";
import type { Hindsight } from "./hindsight";
import type { Recoverability } from "./recoverability";
import { harmonic } from "./weighted-share";

/**
 * The six dimensions of Factory.ai's probe evaluation (December 2025) on its scale of 0 to 5, computed without a model.
 * They are a proxy, so ranks and differences are meaningful, but scores cannot be compared with a judge's.
 */
export type Dimensions = {
  readonly basis: "proxy";
  /** Facts kept, and facts not invented: the part of a judge's accuracy that needs no model. */
  readonly facts: number | null;
  readonly context: number | null;
  readonly artifact: number | null;
  readonly completeness: number | null;
  readonly continuity: number | null;
  readonly instruction: number | null;
  /** Mean of the measurable ones among the six. */
  readonly overall: number | null;
  /**
   * Mean of facts, context, artifact and continuity. For the other two, judges give nearly all results the full score.
   */
  readonly discriminating: number | null;
  readonly notMeasurable: NotMeasurable | null;
};

/**
 * Why there are no scores. `invalid`: the result breaks rules of its format. `opaque`: it has content that only its
 * provider can read. `unchanged`: there is no result, because the strategy could not act, was rejected or changed
 * nothing.
 */
export type NotMeasurable = "invalid" | "opaque" | "unchanged";

export type DimensionInput = {
  readonly retention: number;
  readonly faithfulness: number;
  readonly isOpaque: boolean;
  readonly state: number | null;
  /** Of the plan's open steps, the share still shown. */
  readonly plan: number | null;
  /** Retention of the entities in the newest fifth of the messages. */
  readonly recent: number;
  readonly artifacts: ArtifactTrail;
  readonly completeness: number | null;
  readonly hindsight: Hindsight | null;
  readonly recoverability: Recoverability | null;
  readonly instruction: number | null;
  readonly tokensBefore: number;
};

/** Best score of a dimension; the worst is 0. */
export const HIGHEST = 5;
/** Weight of lost content that can be retrieved. */
const RECOVERABLE = 0.5;

export function scoreDimensions(input: DimensionInput): Dimensions {
  if (input.isOpaque) return notMeasurable("opaque");
  const scores = {
    facts: harmonic(input.retention, input.faithfulness),
    context: mean([input.state, input.recent]),
    artifact: artifactOf(input.artifacts),
    completeness: input.completeness,
    continuity: continuityOf(input),
    instruction: input.instruction,
  };
  const scaled = Object.fromEntries(
    Object.entries(scores).map(([name, share]) => [name, share === null ? null : scale(share)]),
  );
  const overall = mean(Object.values(scores));
  const discriminating = mean([scores.facts, scores.context, scores.artifact, scores.continuity]);
  return {
    basis: "proxy",
    ...(scaled as Record<keyof typeof scores, number | null>),
    overall: overall === null ? null : scale(overall),
    discriminating: discriminating === null ? null : scale(discriminating),
    notMeasurable: null,
  };
}

/** A result without scores. Scores of zero would mean that nothing was kept. */
export const notMeasurable = (reason: NotMeasurable): Dimensions => ({
  basis: "proxy",
  facts: null,
  context: null,
  artifact: null,
  completeness: null,
  continuity: null,
  instruction: null,
  overall: null,
  discriminating: null,
  notMeasurable: reason,
});

/** Four fifths for the files, one fifth for their changes; null if no file was touched. */
const artifactOf = ({ f1, changeDetail, pairs }: ArtifactTrail): number | null =>
  pairs === 0 ? null : 0.8 * f1 + 0.2 * (changeDetail ?? f1);

/** Needs the rest of the log. Of what is needed later, the share that is still shown or can be retrieved. */
function continuityOf({ hindsight, recoverability, plan, state, tokensBefore }: DimensionInput): number | null {
  if (!hindsight || !recoverability || hindsight.needed === 0) return null;
  const recall = hindsight.recall + (1 - hindsight.recall) * recoverability.share * RECOVERABLE;
  const share = 0.5 * recall + 0.3 * hindsight.spanRecall + 0.2 * (plan ?? state ?? recall);
  return Math.max(0, share - (hindsight.lostFactTokens > 0.1 * tokensBefore ? 0.1 : 0));
}

const scale = (share: number): number => Math.round(share * HIGHEST * 10) / 10;

function mean(shares: readonly (number | null)[]): number | null {
  const measured = shares.filter((share) => share !== null);
  return measured.length === 0 ? null : measured.reduce((sum, share) => sum + share, 0) / measured.length;
}
