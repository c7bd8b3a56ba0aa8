import type { KeptIds } from "@/lib/importers/keep-ids";
import type { FileReport } from "../../api/schemas/import-report";
import type { Actor } from "../audit/audit";
import type { StagedBlob } from "../objects/blobs";

export type StagedFile = StagedBlob & { readonly name: string };

export type ImportContext = {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Record<string, unknown>) => void;
  /** Called when a group of files is done, with the report of each. */
  readonly onReports?: (group: readonly (readonly [StagedFile, FileReport])[]) => Promise<void> | void;
  readonly isExample?: boolean;
  /** Who asked for it, if that is not the caller of the running request. */
  readonly by?: Actor;
  /** For a file that is read again: when it was first imported. */
  readonly createdAt?: Date;
  /** What the session ids derive from, if not from the hash of the transcript. */
  readonly identity?: string;
  /** Leaves out sessions that a person deleted, because the program reads the file again, not that person. */
  readonly keepsDeletions?: boolean;
  /** Refuses a file all of whose sessions a person deleted, so that a program that sends it again brings nothing back. */
  readonly refusesDeleted?: boolean;
  /** Which ids its sessions keep, and which former ones lead to them. */
  readonly ids?: KeptIds;
  /** The id of the row that the import makes. */
  readonly fileId?: string;
  /** Hashes of older revisions of the same file, which go in the transaction that brings this one. */
  readonly replaces?: readonly string[];
  /** Reads a file again that is in the library, for example because its derived file is damaged. */
  readonly isAgain?: boolean;
};

/** A transcript with the sub-agent files that belong to it. */
export type ImportGroup = { readonly main: StagedFile; readonly companions: readonly StagedFile[] };
