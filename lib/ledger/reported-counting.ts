import { fitScales, type MeasuredStep, type TranscriptScales, weightedMedian } from "./calibration";

/** With fewer steps, the growth of the prompts proves nothing. */
const LEAST_STEPS = 3;
/** A way of counting is given up if another leaves less than this share of its error. */
const CLEARLY_BETTER = 0.5;
/** Exact counts that are typically nearer than this are those of the provider. */
const NEAR = 0.05;

const UNSCALED: TranscriptScales = { byModel: new Map(), of: () => 1 };

/**
 * Whether the reported prompts hold the frames that this family of models usually has around calls and results. A gateway or a
 * local server may count the texts only. `framed` and `bare` are the same steps with and without frames.
 */
export function hasFrames(framed: readonly MeasuredStep[], bare: readonly MeasuredStep[]): boolean {
  return bare.length < LEAST_STEPS || sumOfErrors(bare) >= CLEARLY_BETTER * sumOfErrors(framed);
}

function sumOfErrors(steps: readonly MeasuredStep[]): number {
  const scales = fitScales(steps);
  return steps.reduce((sum, step) => sum + errorOf(step, scales), 0);
}

/**
 * Whether the provider counts its reported prompts with this tokenizer. If it does not, the difference between the totals and
 * our counts comes from the tokenizers, and not from what the log leaves out.
 */
export function isCountedExactly(steps: readonly MeasuredStep[]): boolean {
  const unscaled = typicalError(steps, UNSCALED);
  const isNear = steps.length < LEAST_STEPS || unscaled < NEAR;
  return isNear || typicalError(steps, fitScales(steps)) >= CLEARLY_BETTER * unscaled;
}

/** Of a token of growth. A median, because some steps hold much text that the client added and did not log. */
function typicalError(steps: readonly MeasuredStep[], scales: TranscriptScales): number {
  const shares = steps.map((step) => ({ value: errorOf(step, scales) / step.delta, weight: step.delta }));
  return weightedMedian(shares) ?? 0;
}

const errorOf = ({ model, text, fixed, delta }: MeasuredStep, scales: TranscriptScales): number =>
  Math.abs(scales.of(model) * text + fixed - delta);
