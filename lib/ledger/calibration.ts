import type { PromptStep } from "./prompt-steps";

/** An append-only step with what the local tokenizer makes of the parts that it added. */
export type MeasuredStep = PromptStep & {
  readonly kind: "append";
  readonly delta: number;
  /** Estimates of the appended parts: text (scalable) and images (by formula). */
  readonly text: number;
  readonly image: number;
};

/** Calibrated tokens per locally counted token, by model; 1 where nothing is known. */
export type TranscriptScales = { readonly of: (model: string | null) => number; readonly byModel: ReadonlyMap<string, number> };

/**
 * Error of the estimate against the reported growth ΔT of append-only steps, as Σ|error| / ΣΔT.
 * `before`: the tokenizer as it is. `after`: scaled by the transcript scale, each step judged by a scale fitted without
 * it. Once anchored, the error of a whole step is 0 by construction; only the split inside a step stays approximate.
 */
export type Residual = {
  readonly steps: number;
  readonly tokens: number;
  readonly before: number | null;
  readonly after: number | null;
};

/**
 * A step outside these bounds holds something that the log does not (a reminder the client injected, thinking that the
 * provider stripped): it says nothing about the tokenizer and stays out of the scale, not out of the account.
 */
const SCALE_BOUNDS = { low: 0.25, high: 4 };

export const isTelling = (step: MeasuredStep): boolean => {
  if (step.text <= 0 || step.delta <= step.image) return false;
  const ratio = (step.delta - step.image) / step.text;
  return ratio >= SCALE_BOUNDS.low && ratio <= SCALE_BOUNDS.high;
};

type Sums = { delta: number; text: number };

/** k = ΣΔT / ΣÊ per model (tokens-and-models.md 4.3), pooled over all agents that spoke to it. */
export function fitScales(steps: readonly MeasuredStep[]): TranscriptScales {
  const sums = sumByModel(steps.filter(isTelling));
  const byModel = new Map([...sums].map(([model, sum]) => [model, sum.delta / sum.text] as const));
  const all = [...sums.values()].reduce((a, b) => ({ delta: a.delta + b.delta, text: a.text + b.text }), { delta: 0, text: 0 });
  const fallback = all.text > 0 ? all.delta / all.text : 1;
  return { byModel, of: (model) => byModel.get(model ?? "") ?? fallback };
}

/** What the estimate is off by, before and after calibration. */
export function measureResidual(steps: readonly MeasuredStep[]): Residual {
  const sums = sumByModel(steps.filter(isTelling));
  const tokens = steps.reduce((sum, step) => sum + step.delta, 0);
  if (tokens === 0) return { steps: steps.length, tokens, before: null, after: null };
  const before = steps.reduce((sum, step) => sum + Math.abs(step.text + step.image - step.delta), 0);
  const after = steps.reduce((sum, step) => {
    const scale = scaleWithout(step, sums.get(step.model ?? ""));
    return sum + Math.abs(scale * step.text + step.image - step.delta);
  }, 0);
  return { steps: steps.length, tokens, before: before / tokens, after: after / tokens };
}

function scaleWithout(step: MeasuredStep, sums: Sums | undefined): number {
  if (sums === undefined) return 1;
  const own = isTelling(step) ? { delta: step.delta - step.image, text: step.text } : { delta: 0, text: 0 };
  const text = sums.text - own.text;
  return text > 0 ? (sums.delta - own.delta) / text : 1;
}

function sumByModel(steps: readonly MeasuredStep[]): Map<string, Sums> {
  const sums = new Map<string, Sums>();
  for (const step of steps) {
    const sum = sums.get(step.model ?? "") ?? { delta: 0, text: 0 };
    sum.delta += step.delta - step.image;
    sum.text += step.text;
    sums.set(step.model ?? "", sum);
  }
  return sums;
}
