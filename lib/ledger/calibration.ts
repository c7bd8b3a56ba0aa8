import type { PromptStep } from "./prompt-steps";

/** A step in which the prompt grew, with local counts of the added parts. */
export type MeasuredStep = PromptStep & {
  readonly kind: "append";
  readonly delta: number;
  /** Estimates of the appended parts: text (scalable), and images and wrappers (fixed). */
  readonly text: number;
  readonly fixed: number;
};

/** Reported tokens per locally counted token, by model; 1 if unknown. */
export type TranscriptScales = {
  readonly byModel: ReadonlyMap<string, number>;
  readonly of: (model: string | null) => number;
};

/**
 * One scale k per model, over all agents that use it: the median of the steps' ratios ΔT / Ê, weighted by their text,
 * which minimises Σ|k Ê − ΔT|. The ratio of the sums, ΣΔT / ΣÊ, would be too large, because some steps contain text
 * that the client added and the log lacks, and calibrating with them is worse than not calibrating.
 */
export function fitScales(steps: readonly MeasuredStep[]): TranscriptScales {
  const byModel = new Map<string, number>();
  for (const [model, own] of groupByModel(steps)) {
    const scale = weightedMedian(own.map(ratioOf));
    if (scale !== null) byModel.set(model, scale);
  }
  const fallback = weightedMedian(steps.map(ratioOf)) ?? 1;
  return { byModel, of: (model) => byModel.get(model ?? "") ?? fallback };
}

type Weighted = { readonly value: number; readonly weight: number };

/**
 * The step's ratio of growth to estimate. It has no weight if it is zero or less, because the frames alone exceed the
 * growth.
 */
function ratioOf({ delta, text, fixed }: MeasuredStep): Weighted {
  const value = text > 0 ? (delta - fixed) / text : 0;
  return { value, weight: value > 0 ? text : 0 };
}

/** The value at which half of the total weight is passed. */
export function weightedMedian(values: readonly Weighted[]): number | null {
  const sorted = values.filter(({ weight }) => weight > 0).sort((a, b) => a.value - b.value);
  const half = sorted.reduce((sum, { weight }) => sum + weight, 0) / 2;
  let passed = 0;
  for (const { value, weight } of sorted) {
    passed += weight;
    if (passed >= half) return value;
  }
  return null;
}

/**
 * The prompt grew by less than half of what was visibly appended, so something was also removed. The lowest usual ratio
 * is 0.9.
 */
const REMOVED_BELOW = 0.5;
/** The prompt grew by far more than what was visibly appended, so the client added unlogged content. */
const INJECTED_ABOVE = { ratio: 3, tokens: 400 };
/**
 * Clients attach files and lists to the first requests after a compaction. In 21 of 62 such steps of the corpus, the
 * prompt grew by over 1.25 times what was visibly appended, but only in a tenth of all other steps.
 */
const INJECTED_AFTER_COMPACTED = { ratio: 1.25, tokens: 0 };

/**
 * True if the visible parts can account for the growth. Otherwise the growth goes to `unseen` and is not spread over
 * them. A one-line result, for example, must not be shown with 6,000 tokens because the client attached a file to it.
 */
export function isAccountable(step: MeasuredStep, scales: TranscriptScales): boolean {
  const visible = scales.of(step.model) * step.text + step.fixed;
  if (visible === 0 || step.delta < REMOVED_BELOW * visible) return false;
  const above = step.isAfterCompacted ? INJECTED_AFTER_COMPACTED : INJECTED_ABOVE;
  return step.delta <= above.ratio * visible || step.delta - visible <= above.tokens;
}

/**
 * Error of the estimate compared with the reported growth ΔT, as Σ|error| / ΣΔT over accountable steps. `before`: the
 * plain tokenizer. `after`: scaled by the transcript scale, where each fifth of the steps is measured with a scale that
 * was fitted without it. Once anchored, the error of an entire step is 0 by construction; only the split within a step
 * remains approximate.
 */
export type Residual = {
  readonly steps: number;
  /**
   * Number of steps whose growth the visible parts cannot account for. It goes to `unseen` and is not measured here.
   */
  readonly unaccounted: number;
  readonly tokens: number;
  readonly before: number | null;
  readonly after: number | null;
};

const FOLDS = 5;

export function measureResidual(steps: readonly MeasuredStep[], unaccounted: number): Residual {
  const tokens = steps.reduce((sum, step) => sum + step.delta, 0);
  if (tokens === 0) return { steps: steps.length, unaccounted, tokens, before: null, after: null };
  const before = steps.reduce((sum, step) => sum + Math.abs(step.text + step.fixed - step.delta), 0);
  const after = Array.from({ length: FOLDS }, (_, fold) => foldError(steps, fold)).reduce(
    (sum, error) => sum + error,
    0,
  );
  return { steps: steps.length, unaccounted, tokens, before: before / tokens, after: after / tokens };
}

function foldError(steps: readonly MeasuredStep[], fold: number): number {
  const scales = fitScales(steps.filter((_, index) => index % FOLDS !== fold));
  const judged = steps.filter((_, index) => index % FOLDS === fold);
  return judged.reduce((sum, step) => sum + Math.abs(scales.of(step.model) * step.text + step.fixed - step.delta), 0);
}

function groupByModel(steps: readonly MeasuredStep[]): Map<string, MeasuredStep[]> {
  const groups = new Map<string, MeasuredStep[]>();
  for (const step of steps) {
    const own = groups.get(step.model ?? "") ?? [];
    own.push(step);
    groups.set(step.model ?? "", own);
  }
  return groups;
}
