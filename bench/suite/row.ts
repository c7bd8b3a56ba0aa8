import type { Spread } from "./statistics";

/** One measured contender, as a bar of the row's chart. */
export type Bar = { readonly name: string; readonly isOurs: boolean; readonly spread: Spread };

/**
 * Our figure divided by another program's in the same run; lower is better. `id` is the same in each run, so
 * that runs can be compared.
 */
export type Ratio = { readonly id: string; readonly meaning: string; readonly spread: Spread };

/** A target; lower is better. `whyMissed` is shown only if the value is above `most`. */
export type Aim = {
  readonly meaning: string;
  readonly value: number;
  readonly most: number;
  readonly unit: string;
  readonly whyMissed: string;
};

export type Skipped = { readonly name: string; readonly reason: string };

/** A row's measurements. Plain data, which the row's process prints as JSON. */
export type RowFigures = {
  readonly unit: string;
  readonly bars: readonly Bar[];
  readonly ratios: readonly Ratio[];
  readonly aims: readonly Aim[];
  /** The best that is possible on this machine, and how far our figure is from it. */
  readonly limit: { readonly what: string; readonly distance: string };
  readonly skipped: readonly Skipped[];
};

export type Options = {
  /** How often all contenders are measured in turn. */
  readonly rounds: number;
  /** Whether sizes that take minutes are left out. */
  readonly isQuick: boolean;
};

export type Row = {
  readonly id: string;
  readonly title: string;
  /** What is measured and how, in full sentences of Markdown. */
  readonly what: string;
  /** Whether the row takes minutes; quick runs and the gate then leave it out. */
  readonly isQuick: boolean;
  measure(options: Options): Promise<RowFigures>;
};
