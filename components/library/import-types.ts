import type { FileReport } from "@/lib/api/schemas/import-report";

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
  readonly jobId: string | null;
  readonly reports: readonly FileReport[];
  readonly failure: { readonly code: string; readonly message: string } | null;
};

export const isRunning = (entry: ImportEntry): boolean =>
  entry.phase === "waiting" || entry.phase === "checking" || entry.phase === "sending" || entry.phase === "working";
