import type { FileReport } from "@/lib/api/schemas/import-report";

/** Files of a folder that the server knows, so that it can follow the folder and read them again. */
export type FoundFiles = { readonly root: string; readonly title: string; readonly paths: readonly string[] };

/** One upload, or one import of found files, from its start to its reports. */
export type ImportEntry = {
  readonly key: string;
  readonly name: string;
  readonly bytes: number;
  readonly phase: "waiting" | "checking" | "sending" | "working" | "done" | "failed" | "cancelled";
  readonly done: number;
  readonly total: number;
  /** Milliseconds since the current phase began. */
  readonly elapsedMs: number;
  /** Bytes that were already done when the current phase began. */
  readonly doneBefore: number;
  readonly rowsRead: number;
  /** The server has stopped answering; the import goes on, or is found as it ended, once it answers again. */
  readonly isSilent?: boolean;
  /** Where on this machine its files were found; absent of uploads. */
  readonly found?: FoundFiles;
  readonly jobId: string | null;
  readonly reports: readonly FileReport[];
  readonly failure: { readonly code: string; readonly message: string } | null;
};

export const isRunning = (entry: ImportEntry): boolean =>
  entry.phase === "waiting" || entry.phase === "checking" || entry.phase === "sending" || entry.phase === "working";
