import type { TokenizerId } from "./make-tokenizer";

/** How far counts of a tokenizer were from reported prompts, before anything was anchored to them. Dated facts. */
type MeasuredError = {
  readonly tokenizer: TokenizerId;
  /** Σ|error| ÷ Σ growth over the steps of the logs, as a share. */
  readonly error: number;
  /** Between two prompts. */
  readonly steps: number;
  readonly asOf: string;
  readonly source: string;
};

const SOURCE = "docs/accuracy.md, Tokens of parts: column before, weighted by steps";

export const MEASURED_ERRORS: readonly MeasuredError[] = [
  { tokenizer: "claude", error: 0.081, steps: 1_039, asOf: "2026-11-21", source: SOURCE },
  {
    tokenizer: "o200k",
    error: 0.033,
    steps: 18,
    asOf: "2026-11-21",
    source: `${SOURCE}; without localpush, whose published texts are cut`,
  },
];

/** The measured error of a tokenizer's counts as a share; null if no log was there to measure it by. */
export const measuredError = (tokenizer: string): number | null =>
  MEASURED_ERRORS.find((row) => row.tokenizer === tokenizer)?.error ?? null;
