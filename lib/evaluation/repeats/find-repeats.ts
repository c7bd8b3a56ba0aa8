import type { Evidence, Readers } from "../evidence";
import type { FutureStep } from "../future-step";
import { findReadsForEdits } from "./reads-for-edits";
import type { Repeat } from "./repeat";
import { findRepeatedErrors } from "./repeated-errors";
import { findRepeatedInstructions } from "./repeated-instructions";

/** What came again after the cut, each once. Linear in the original and in the future. */
export const findRepeats = (evidence: Evidence, future: readonly FutureStep[], readers: Readers): readonly Repeat[] => [
  ...findRepeatedInstructions(evidence, future, readers),
  ...findRepeatedErrors(evidence, future, readers),
  ...findReadsForEdits(evidence, future, readers),
];
