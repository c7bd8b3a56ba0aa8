import type { StagedBlob } from "./blobs";

export type StagedFile = StagedBlob & { readonly name: string };

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
