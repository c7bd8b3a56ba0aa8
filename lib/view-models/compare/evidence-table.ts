import type { EvaluationSource } from "../../api/schemas/evaluation";
import { formatTokens } from "../../wording/number-format";

/** How a figure was obtained, as in `ProvenanceMark`. */
export type EvidenceBasis = "reported" | "exact" | "anchored" | "estimated";

type EvidenceColumn = {
  readonly label: string;
  readonly isNumeric?: boolean;
  readonly isCode?: boolean;
  /** The column's cells are our words, not the transcript's. */
  readonly isSaid?: boolean;
};
export type EvidenceRow = {
  readonly key: string;
  readonly cells: readonly string[];
  /** The original part the row came from; null: none, or not in the log. */
  readonly partId: string | null;
};
export type EvidenceTable = {
  readonly title: string;
  readonly columns: readonly EvidenceColumn[];
  readonly rows: readonly EvidenceRow[];
  /** Total rows; the answer contains the first of them. */
  readonly total: number;
  /** Text for an empty table. */
  readonly none: string;
};

/** The evidence behind one cell of the matrix. */
export type CellEvidence = {
  readonly basis: EvidenceBasis;
  readonly source: string;
  readonly figures: readonly { readonly label: string; readonly value: string }[];
  readonly tables: readonly EvidenceTable[];
};

/** `#12`: a message of the request, counted from 1. */
export const place = ({ message }: EvaluationSource): string => `#${formatTokens(message + 1)}`;
