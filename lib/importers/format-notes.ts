import { IMPORTERS } from "./index";

/** What a reader should know of a format: JSON of the session's answer and of the import report. */
export type FormatNotes = {
  /** What its files do not hold, a sentence each. */
  readonly limitations: readonly string[];
  /** What no real file was there to compare with, as a phrase; null when all was compared. */
  readonly unchecked: string | null;
};

const NONE: FormatNotes = { limitations: [], unchecked: null };

/** The notes of a format by its importer's id; empty ones for a format that is not known any more. */
export function notesOf(format: string): FormatNotes {
  const importer = IMPORTERS.find(({ id }) => id === format);
  if (!importer) return NONE;
  return { limitations: importer.limitations ?? [], unchecked: importer.unchecked ?? null };
}
