export const REPEAT_KINDS = ["instruction", "error", "read-for-edit"] as const;
export type RepeatKind = (typeof REPEAT_KINDS)[number];

/** Content of the original that occurred again after the cut. */
export type Repeat = {
  readonly kind: RepeatKind;
  /** Indexes of the original's blocks. Keeping any one of them makes the repeat unnecessary. */
  readonly blocks: readonly number[];
  /** Index among the steps after the cut at which it recurred. */
  readonly step: number;
};
