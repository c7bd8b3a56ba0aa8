import type { Tokenizer } from "../tokenizers/tokenizer";

/** Tokens that a provider adds around a part's text. */
export type PartOverheads = {
  readonly call: number;
  readonly result: number;
  /** In addition to the answer's reported reasoning tokens. */
  readonly reasoning: number;
};

type OverheadRow = {
  readonly family: RegExp;
  readonly overheads: PartOverheads;
  readonly asOf: string;
  readonly source: string;
};

/**
 * Dated facts. The first row whose family matches the tokenizer's id applies. The Claude row is fitted (least absolute
 * deviations) on 160 requests with one tool call each of claude-code/ccviewer-1.0.98-sidechain.jsonl, whose output
 * counts are complete: output = 0.91 Ê + 59, growth beyond it = 0.94 Ê + 19 (Ê: 1.18 × o200k). Opus in two other files
 * gives 61–104 for a call with its result, Haiku 4.5 136–157 on 30 steps only. See docs/accuracy.md.
 *
 * o200k: in all 18 answers with a call of codex/yoavf-0.47.0-pomodoro.jsonl, output − reasoning − text is 11, and 2
 * more if there is reasoning. Reasoning is reported in steps of 64, rounded down; the prompt grows by 24 more (median).
 */
const OVERHEADS: readonly OverheadRow[] = [
  {
    family: /^claude/,
    overheads: { call: 59, result: 19, reasoning: 0 },
    asOf: "2026-11",
    source: "fitted, docs/accuracy.md",
  },
  {
    family: /^o200k$/,
    overheads: { call: 11, result: 0, reasoning: 26 },
    asOf: "2026-11",
    source: "fitted, docs/accuracy.md",
  },
];
const NONE: PartOverheads = { call: 0, result: 0, reasoning: 0 };

export const overheadsOf = ({ id }: Pick<Tokenizer, "id">): PartOverheads =>
  OVERHEADS.find(({ family }) => family.test(id))?.overheads ?? NONE;
