import { IMPORTERS } from "./index";

/** A format's notes for the reader, which are part of the JSON of sessions and import reports. */
export type FormatNotes = {
  /** What its files do not contain, one sentence each. */
  readonly limitations: readonly string[];
  /** What could not be compared with a real file, as a phrase; null if everything was compared. */
  readonly unchecked: string | null;
};

const NONE: FormatNotes = { limitations: [], unchecked: null };

/** The notes of a format by its importer's id; empty for a format that no longer exists. */
export function notesOf(format: string): FormatNotes {
  const importer = IMPORTERS.find(({ id }) => id === format);
  if (!importer) return NONE;
  return { limitations: importer.limitations ?? [], unchecked: importer.unchecked ?? null };
}
