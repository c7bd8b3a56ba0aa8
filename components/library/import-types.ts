import type { FileReport } from "@/lib/api/schemas/import-report";

/** Files in a folder known to the server, so it can follow the folder and read them again. */
export type FoundFiles = { readonly root: string; readonly title: string; readonly paths: readonly string[] };

/** An upload, or an import of found files, from its start to its reports. */
export type ImportEntry = {
  readonly key: string;
  readonly name: string;
  readonly bytes: number;
  readonly phase: "waiting" | "checking" | "sending" | "sent" | "working" | "done" | "failed" | "cancelled";
  readonly done: number;
  readonly total: number;
  /** Milliseconds since the current phase began. */
  readonly elapsedMs: number;
  /** Bytes done before the current phase began. */
  readonly doneBefore: number;
  readonly rowsRead: number;
  /** Whether the server has stopped responding. The import may continue; its end is found once the server responds again. */
  readonly isSilent?: boolean;
  /** Where the import's files were found on this machine; absent for uploads. */
  readonly found?: FoundFiles;
  readonly jobId: string | null;
  readonly reports: readonly FileReport[];
  readonly failure: { readonly code: string; readonly message: string } | null;
};

/** Whether only this page has the files; closing the tab then loses them. */
export const isUnsent = ({ phase }: ImportEntry): boolean =>
  phase === "waiting" || phase === "checking" || phase === "sending";

export const isRunning = (entry: ImportEntry): boolean =>
  isUnsent(entry) || entry.phase === "sent" || entry.phase === "working";
