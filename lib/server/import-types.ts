import type { FormatNotes } from "@/lib/importers/format-notes";
import type { StagedBlob } from "./blobs";

export type StagedFile = StagedBlob & { readonly name: string };

/** One entry of `files` in the answer of POST /api/sessions. */
export type FileReport = {
  readonly file_name: string;
  readonly sha256: string;
  readonly bytes: number;
  readonly format: string | null;
  readonly detected_by: string | null;
  readonly duplicate: boolean;
  readonly sessions: readonly string[];
  readonly rows: Record<string, number>;
  readonly issues: readonly Record<string, unknown>[];
  /** What the format does not say; null where the file was not imported. */
  readonly notes: FormatNotes | null;
  /** Keys and types without content, for a format that is unknown or was not compared with real files. */
  readonly shape: string | null;
  /** Why the file was not imported; null when it was. */
  readonly error: { readonly code: string; readonly message: string } | null;
};

export type ImportContext = {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Record<string, unknown>) => void;
  readonly isExample?: boolean;
  /** When it was first imported, for a file that is read again. */
  readonly createdAt?: Date;
  /** What the session ids derive from where it is not the hash of the transcript. */
  readonly identity?: string;
  /** Sessions that a person deleted stay away: the file is read again by the program, not by that person. */
  readonly keepsDeletions?: boolean;
  /** Reads a file that is in the library already: what was derived from it is damaged. */
  readonly isAgain?: boolean;
};

/** A transcript with the sub-agent files that belong to it. */
export type ImportGroup = { readonly main: StagedFile; readonly companions: readonly StagedFile[] };
