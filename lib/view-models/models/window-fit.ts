import { english, type Say } from "../../wording/say";
import type { WindowPoint } from "./model-windows";

/**
 * Window growth over time, assumed exponential: a least-squares line through log2(window) over the release date. Null
 * `months`: the line does not rise.
 */
export type WindowFit = {
  /** Months in which the fitted window doubles, with a 95 % interval; null: no doubling within the bound. */
  readonly months: { readonly best: number | null; readonly low: number | null; readonly high: number | null };
  /** Share of the variance of log2(window) explained by the date. */
  readonly explained: number;
  /** Typical factor between a window and the line: 2 to the power of the residuals' standard deviation. */
  readonly typicalFactor: number;
  readonly models: number;
  /** The models' mean, through which the line passes, and its slope on the logarithmic axis. */
  readonly line: { readonly x: number; readonly window: number; readonly doublingsPerMonth: number };
};

const MONTH_MS = 30.4375 * 86_400_000;
const LEVEL = 0.95;
/** Two-sided quantile of the normal distribution at `LEVEL`; with `FEWEST` or more points it is close to Student's. */
const Z = 1.96;
const FEWEST = 10;

/** null if there are too few models for an interval, or all have the same date. */
export function fitWindows(points: readonly WindowPoint[]): WindowFit | null {
  if (points.length < FEWEST || points.every(({ x }) => x === points[0]?.x)) return null;
  const xs = points.map(({ x }) => x / MONTH_MS);
  const ys = points.map(({ window }) => Math.log2(window));
  const [meanX, meanY] = [mean(xs), mean(ys)];
  const spreadX = sum(xs.map((x) => (x - meanX) ** 2));
  const spreadY = sum(ys.map((y) => (y - meanY) ** 2));
  const slope = sum(xs.map((x, at) => (x - meanX) * ((ys[at] as number) - meanY))) / spreadX;
  const residual = sum(xs.map((x, at) => ((ys[at] as number) - meanY - slope * (x - meanX)) ** 2));
  const deviation = Math.sqrt(residual / (points.length - 2));
  const error = (Z * deviation) / Math.sqrt(spreadX);
  return {
    months: { best: monthsOf(slope), low: monthsOf(slope + error), high: monthsOf(slope - error) },
    explained: spreadY === 0 ? 1 : 1 - residual / spreadY,
    typicalFactor: 2 ** deviation,
    models: points.length,
    line: { x: meanX * MONTH_MS, window: 2 ** meanY, doublingsPerMonth: slope },
  };
}

/** The fitted window at a time in ms UTC. */
export const fittedWindow = ({ line }: WindowFit, x: number): number =>
  line.window * 2 ** (((x - line.x) / MONTH_MS) * line.doublingsPerMonth);

const monthsOf = (doublingsPerMonth: number): number | null => (doublingsPerMonth > 0 ? 1 / doublingsPerMonth : null);

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const mean = (values: readonly number[]): number => sum(values) / values.length;

/** The fit compared with the article's expectation. Dated, because the model table grows. */
export function fitSentences(fit: Omit<WindowFit, "line">, say: Say = english): string[] {
  const { explained, typicalFactor } = fit;
  return [
    say(
      "{growth}. The release date explains {share} of the differences, and a window is typically {factor} times above or below the line.",
      { growth: growthText(fit, say), share: percent(explained), factor: typicalFactor.toFixed(1) },
    ),
    say(
      "An article of October 2025 expected no “Moore's law” for the next three years: windows grow with algorithms and engineering, in steps, and not mainly with hardware.",
    ),
    explained < 0.5
      ? say("The fit agrees: most of the difference between two windows is not a matter of time.")
      : say("The fit of these models is closer to steady growth than the article expected."),
  ];
}

function growthText({ months: { best, low, high }, models }: Omit<WindowFit, "line">, say: Say): string {
  if (best === null) return say("The windows of these models do not grow with time");
  const bound = (months: number | null) => (months === null ? say("never") : formatMonths(months));
  return say("The windows of these {models} models double every {best} months ({level} interval: {low} to {high})", {
    models,
    best: formatMonths(best),
    level: percent(LEVEL),
    low: bound(low),
    high: bound(high),
  });
}

/** Whole per cent; no line break before the sign. */
const percent = (share: number): string => `${Math.round(100 * share)}\u202f%`;

export const formatMonths = (months: number): string =>
  months < 9.95 ? months.toFixed(1) : String(Math.round(months));
