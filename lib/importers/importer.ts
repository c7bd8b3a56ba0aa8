import type { Result } from "../conversation/errors";
import type { SourceLocation } from "../conversation/part";
import type { JsonObject } from "../formats/json-fields";
import type { ImportIssue, RowAccount, Session } from "../transcript/session";
import type { ImportFailure } from "./import-failure";
import type { ImportRun } from "./import-run";
import type { TextEncodingName } from "./line-splitter";
import type { Store } from "./sqlite/store";

export type { ImportFailure } from "./import-failure";

/** A file to read. `open` may be called more than once. The name is for people, never for detection. */
export type TranscriptFile = {
  readonly name: string;
  readonly sha256: string;
  readonly bytes: number;
  /** For a file in an archive: its packed size, for the ratio limit. */
  readonly packedBytes?: number;
  /** The file's bytes from the start. */
  open(): AsyncIterable<Uint8Array>;
  /** Reads bytes at any offset, fewer at the end, for formats that are not read sequentially; absent for streams. */
  readonly readAt?: (offset: number, length: number) => Uint8Array;
};

/**
 * The input of detection: the first rows of a JSONL file, the JSON value that makes up the entire file, the start of a
 * text, the files of an archive, or the tables of a database. Only the second has a `value`.
 */
export type Sample =
  | { readonly shape: "rows"; readonly rows: readonly JsonObject[]; readonly encoding: TextEncodingName }
  | {
      readonly shape: "value";
      readonly value: unknown;
      /** Lines before the value that are not part of it. */
      readonly leadIn?: readonly SourceLocation[];
    }
  | { readonly shape: "text"; readonly head: string; readonly encoding: TextEncodingName; readonly value?: never }
  | { readonly shape: "archive"; readonly entries: readonly ArchiveEntry[]; readonly value?: never }
  | { readonly shape: "store"; readonly store: Store; readonly log: TranscriptFile | null; readonly value?: never };

/** A file in an archive. Its name is part of the archive's content, so importers may use it. */
export type ArchiveEntry = TranscriptFile & { readonly path: string };

/** The result of reading a file: its sessions, and the rows that were not understood. */
export type TranscriptImport = {
  readonly format: string;
  /** The content that identified the format. */
  readonly detectedBy: string;
  readonly sessions: readonly Session[];
  readonly rows: RowAccount;
  readonly issues: readonly ImportIssue[];
  /** See `ImportRun.conversation`. */
  readonly conversation?: string | null;
};

/** One transcript format. Detection uses only the content, and at most one importer may claim a sample. */
export type Importer = {
  readonly id: string;
  readonly title: string;
  /**
   * True if it claims only files that no specific importer claims, because many formats are lists of messages with
   * additional fields.
   */
  readonly isGeneral?: boolean;
  /**
   * What its files do not contain and what that means for the reader: one sentence each, shown with the session and the
   * report.
   */
  readonly limitations?: readonly string[];
  /** What could not be compared with a real file, as a phrase: "its databases". Absent if everything was compared. */
  readonly unchecked?: string;
  /** What was recognised, as a phrase; null if the sample is not in this format. */
  detect(sample: Sample): string | null;
  parse(
    files: readonly TranscriptFile[],
    sample: Sample,
    run: ImportRun,
  ): Promise<Result<readonly Session[], ImportFailure>>;
};
