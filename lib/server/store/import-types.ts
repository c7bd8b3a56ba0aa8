import type { KeptIds } from "@/lib/importers/keep-ids";
import type { FileReport } from "../../api/schemas/import-report";
import type { Actor } from "../audit/audit";
import type { StagedBlob } from "../objects/blobs";

export type StagedFile = StagedBlob & { readonly name: string };

export type ImportContext = {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Record<string, unknown>) => void;
  /** Called with each file's report when a group of files is done. */
  readonly onReports?: (group: readonly (readonly [StagedFile, FileReport])[]) => Promise<void> | void;
  readonly isExample?: boolean;
  /** The requester, if not the caller of the running request. */
  readonly by?: Actor;
  /** For a re-read file: the time of its first import. */
  readonly createdAt?: Date;
  /** The base of the session ids, if not the hash of the transcript. */
  readonly identity?: string;
  /** Leaves out sessions that a person deleted, because the program, not that person, re-reads the file. */
  readonly keepsDeletions?: boolean;
  /** Refuses a file if a person deleted all of its sessions, so a program cannot restore them by re-sending it. */
  readonly refusesDeleted?: boolean;
  /** The ids that the import's sessions keep, and the former ids that lead to them. */
  readonly ids?: KeptIds;
  /** The id for the import's row. */
  readonly fileId?: string;
  /** Hashes of older revisions of the same file, removed in the same transaction. */
  readonly replaces?: readonly string[];
  /** Re-reads a file of the library, for example because its derived file is damaged. */
  readonly isAgain?: boolean;
};

/** A transcript with its sub-agent files. */
export type ImportGroup = { readonly main: StagedFile; readonly companions: readonly StagedFile[] };
