import type { FormatNotes } from "@/lib/api/schemas/session";

/** The answers of the import routes, as far as the page shows them. */
export type ImportIssueJson = {
  readonly line: number;
  readonly byte_offset: number;
  readonly code: string;
  readonly message: string;
  readonly excerpt: string;
};

export type FileReportJson = {
  readonly file_name: string;
  readonly sha256: string;
  readonly bytes: number;
  readonly format: string | null;
  readonly detected_by: string | null;
  readonly duplicate: boolean;
  readonly sessions: readonly string[];
  readonly rows: {
    readonly read: number;
    readonly interpreted: number;
    readonly kept: number;
    readonly bad: number;
    readonly pending_bytes: number;
  };
  readonly issues: readonly ImportIssueJson[];
  /** Absent in reports of earlier versions. */
  readonly notes?: FormatNotes | null;
  readonly shape?: string | null;
  readonly error: { readonly code: string; readonly message: string } | null;
};

export type JobJson = {
  readonly id: string;
  readonly state: "queued" | "running" | "done" | "failed" | "cancelled";
  readonly progress: {
    readonly stage?: string;
    readonly bytes_read?: number;
    readonly bytes_total?: number;
    readonly rows_read?: number;
    readonly file?: number;
    readonly files?: number;
  } | null;
  readonly result: { readonly files?: readonly FileReportJson[] } | null;
  readonly error: { readonly code: string; readonly message: string } | null;
};

export type DiscoveredRootJson = {
  readonly id: string;
  readonly title: string;
  readonly sessions: number;
  readonly bytes: number;
  readonly truncated: boolean;
  readonly files: readonly {
    readonly path: string;
    readonly bytes: number;
    readonly modified_at: string;
    readonly companions: number;
  }[];
};

/** One upload or one import of found files, from the first byte to its report. */
export type ImportEntry = {
  readonly key: string;
  readonly name: string;
  readonly bytes: number;
  readonly phase: "waiting" | "checking" | "sending" | "working" | "done" | "failed" | "cancelled";
  readonly done: number;
  readonly total: number;
  /** Milliseconds since the present phase began. */
  readonly elapsedMs: number;
  /** Bytes that were done when the clock of this phase started. */
  readonly doneBefore: number;
  readonly rowsRead: number;
  readonly jobId: string | null;
  readonly reports: readonly FileReportJson[];
  readonly failure: { readonly code: string; readonly message: string } | null;
};

export const isRunning = (entry: ImportEntry): boolean =>
  entry.phase === "waiting" || entry.phase === "checking" || entry.phase === "sending" || entry.phase === "working";
