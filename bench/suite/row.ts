import type { Spread } from "./statistics";

/** One thing that was measured, as a bar of the row's chart. */
export type Bar = { readonly name: string; readonly isOurs: boolean; readonly spread: Spread };

/** Ours by another's in the same run; less is better. `id` is the same in each run, so that runs can be compared. */
export type Ratio = { readonly id: string; readonly meaning: string; readonly spread: Spread };

/** What was set out to be reached; less is better. `whyMissed` is shown only if the value is above `most`. */
export type Aim = {
  readonly meaning: string;
  readonly value: number;
  readonly most: number;
  readonly unit: string;
  readonly whyMissed: string;
};

export type Skipped = { readonly name: string; readonly reason: string };

/** What a row measured. Plain data, which the row's process prints as JSON. */
export type RowFigures = {
  readonly unit: string;
  readonly bars: readonly Bar[];
  readonly ratios: readonly Ratio[];
  readonly aims: readonly Aim[];
  /** What nothing on this machine could do better, and how far ours is from it. */
  readonly limit: { readonly what: string; readonly distance: string };
  readonly skipped: readonly Skipped[];
};

export type Options = {
  /** How often everything is measured in turn. */
  readonly rounds: number;
  /** Sizes that take minutes are left out. */
  readonly isQuick: boolean;
};

export type Row = {
  readonly id: string;
  readonly title: string;
  /** What is measured and how, in whole sentences of Markdown. */
  readonly what: string;
  /** A row that needs minutes is left out of a quick run and of the gate. */
  readonly isQuick: boolean;
  measure(options: Options): Promise<RowFigures>;
};
