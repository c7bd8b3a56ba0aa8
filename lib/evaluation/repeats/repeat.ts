export const REPEAT_KINDS = ["instruction", "error", "read-for-edit"] as const;
export type RepeatKind = (typeof REPEAT_KINDS)[number];

/** Something that stood in the original and came again after the cut. */
export type Repeat = {
  readonly kind: RepeatKind;
  /** Indexes of the original's blocks, any of which makes the second time unnecessary. */
  readonly blocks: readonly number[];
  /** Index among the steps after the cut at which it came again. */
  readonly step: number;
};
