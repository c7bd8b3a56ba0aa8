import { callApi } from "@/components/api/call-api";
import { cancelJob, followJob } from "@/components/api/follow-job";
import { keep, readKept } from "@/components/ui/browser-memory";
import { planUploads } from "@/lib/view-models/library/upload-plan";
import { english, type Say } from "@/lib/wording/say";
import type { Job, JobProgress } from "../../lib/api/schemas/job";
import { type FoundFiles, type ImportEntry, isRunning, isUnsent } from "./import-types";
import { CONNECTION_LOST, checksumOf, type NamedFile, type Sent, sendFiles } from "./send-files";

const STORAGE_KEY = "winnow-imports";
const KEPT_REPORTS = 20;
/** Longer path lists are not stored with their import, because a folder of thousands would fill the local storage. */
const KEPT_PATHS = 50;
/**
 * Maximum number of jobs to poll at a time, because the server reads few files at once, and every poll is a request.
 */
const MAX_FOLLOWED = 3;

/**
 * Running imports and their results. Several files are sent one at a time, and the server reads them in jobs. Once all
 * are sent, the tab may be closed. Running jobs and finished reports are kept in local storage, so that they are found
 * again after a reload.
 */
export class ImportQueue {
  #entries: readonly ImportEntry[] = [];
  #listeners = new Set<() => void>();
  #files = new Map<string, readonly NamedFile[]>();
  #aborts = new Map<string, AbortController>();
  #isSending = false;
  /** Jobs to poll, in order, and how many are being polled now. */
  #unfollowed: (readonly [key: string, jobId: string])[] = [];
  #followed = 0;
  #count = 0;

  /** Both are set by the page that shows the queue. */
  constructor(
    public onImported: () => void = () => {},
    public say: Say = english,
  ) {}

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  snapshot = (): readonly ImportEntry[] => this.#entries;

  /** Resolves with the entry once its import has ended. */
  whenEnded(key: string): Promise<ImportEntry> {
    return new Promise((resolve) => {
      const look = () => {
        const entry = this.#entries.find((candidate) => candidate.key === key);
        if (!entry || isRunning(entry)) return;
        stop();
        resolve(entry);
      };
      const stop = this.subscribe(look);
      look();
    });
  }

  /** Restores this browser's imports and follows running jobs. */
  resume(): void {
    if (this.#entries.length > 0) return;
    this.#entries = readStored();
    this.#emit();
    for (const entry of this.#entries)
      if (entry.jobId && isRunning(entry)) this.#unfollowed.push([entry.key, entry.jobId]);
    this.#followNext();
  }

  /** Adds dropped or chosen files; returns the names of those that cannot be transcripts. */
  addFiles(files: readonly NamedFile[]): readonly string[] {
    const { groups, skipped } = planUploads(files, this.say);
    for (const group of groups) {
      const key = this.#add(group.name, group.bytes, "waiting");
      this.#files.set(key, group.files);
    }
    void this.#sendNext();
    return skipped.map((file) => file.name);
  }

  /**
   * Imports files that the server found on this machine; `bytes` is their total size. Resolves with the key of its
   * entry.
   */
  async addFound(root: string, title: string, paths: readonly string[], bytes: number): Promise<string> {
    const name =
      paths.length === 1 ? (paths[0] as string) : this.say("{title}: {count} sessions", { title, count: paths.length });
    const key = this.#add(name, bytes, "working", paths.length <= KEPT_PATHS ? { root, title, paths } : undefined);
    const called = await callApi("POST /api/discover/import", { body: { root, paths } });
    if (called.ok) this.#startFollowing(key, called.value.job);
    else this.#change(key, { phase: "failed", failure: called.failure });
    return key;
  }

  /** Imports the built-in example; resolves with its session's id, or null on failure. */
  async addExample(): Promise<string | null> {
    const called = await callApi("POST /api/example");
    if (called.ok) this.onImported();
    return called.ok ? (called.value.files[0]?.sessions[0] ?? null) : null;
  }

  cancel(key: string): void {
    this.#aborts.get(key)?.abort();
    const entry = this.#entries.find((candidate) => candidate.key === key);
    if (entry?.jobId) void cancelJob(entry.jobId);
    if (entry?.phase === "waiting") this.#change(key, { phase: "cancelled" });
  }

  /** Removes finished imports from the list. */
  clear(): void {
    this.#entries = this.#entries.filter(isRunning);
    this.#emit();
  }

  #add(name: string, bytes: number, phase: ImportEntry["phase"], found?: FoundFiles): string {
    this.#count += 1;
    const key = `${Date.now()}-${this.#count}`;
    const entry: ImportEntry = {
      key,
      name,
      bytes,
      phase,
      done: 0,
      total: bytes,
      elapsedMs: 0,
      rowsRead: 0,
      doneBefore: 0,
      jobId: null,
      reports: [],
      failure: null,
      ...(found && { found }),
    };
    this.#entries = [...this.#entries, entry];
    this.#emit();
    return key;
  }

  async #sendNext(): Promise<void> {
    const next = this.#entries.find((entry) => entry.phase === "waiting");
    if (this.#isSending || !next) return;
    this.#isSending = true;
    const files = this.#files.get(next.key) ?? [];
    this.#files.delete(next.key);
    try {
      await this.#send(next.key, files, this.#isJob(next.key));
    } catch {
      this.#change(next.key, { phase: "cancelled" });
    } finally {
      this.#isSending = false;
      this.#aborts.delete(next.key);
      void this.#sendNext();
    }
  }

  /** Whether files go into a job: if others are waiting to be sent, or were sent earlier and are still being read. */
  #isJob(key: string): boolean {
    return this.#entries.some((entry) => entry.key !== key && entry.found === undefined && isRunning(entry));
  }

  async #send(key: string, files: readonly NamedFile[], isJob: boolean): Promise<void> {
    const abort = new AbortController();
    this.#aborts.set(key, abort);
    this.#change(key, { phase: "checking" });
    const checksum = files.length === 1 && files[0] ? await checksumOf(files[0].file).catch(() => null) : null;
    const startedAt = performance.now();
    this.#change(key, { phase: "sending" });
    const sent = await sendFiles(
      files,
      checksum,
      isJob,
      abort.signal,
      (done, total) => {
        const isSent = done >= total;
        this.#change(key, {
          phase: isSent ? (isJob ? "sent" : "working") : "sending",
          done: isSent ? 0 : done,
          total,
          elapsedMs: performance.now() - startedAt,
        });
      },
      this.say,
    );
    this.#finish(key, sent);
  }

  #finish(key: string, sent: Sent): void {
    if (sent.kind === "job") {
      this.#startFollowing(key, sent.job);
      return;
    }
    if (sent.kind === "reports") this.#change(key, { phase: "done", reports: sent.reports });
    else
      this.#change(key, {
        phase: "failed",
        failure: { code: sent.code, message: sent.message },
        reports: sent.reports,
      });
    // A stopped server cannot render the list, and the browser would replace the report with its own error page.
    if (sent.kind !== "failed" || sent.code !== CONNECTION_LOST) this.onImported();
  }

  #startFollowing(key: string, job: Job): void {
    this.#change(key, { phase: "sent", jobId: job.id, done: 0, elapsedMs: 0 });
    this.#unfollowed.push([key, job.id]);
    this.#followNext();
  }

  #followNext(): void {
    while (this.#followed < MAX_FOLLOWED) {
      const next = this.#unfollowed.shift();
      if (!next) return;
      this.#followed += 1;
      void this.#follow(...next).finally(() => {
        this.#followed -= 1;
        this.#followNext();
      });
    }
  }

  async #follow(key: string, jobId: string): Promise<void> {
    const startedAt = performance.now();
    const doneBefore = this.#entries.find((entry) => entry.key === key)?.done ?? 0;
    const onProgress = (progress: JobProgress) =>
      this.#change(key, { ...progressOf(progress, performance.now() - startedAt), doneBefore });
    const onSilence = (isSilent: boolean) => this.#change(key, { isSilent });
    const end = await followJob<"import">(jobId, { onProgress, onSilence, patience: Number.POSITIVE_INFINITY });
    if (end.ok) this.#change(key, { phase: "done", reports: end.value.files });
    else if (end.failure.code === "cancelled") this.#change(key, { phase: "cancelled" });
    else this.#change(key, { phase: "failed", failure: end.failure });
    this.onImported();
  }

  #change(key: string, change: Partial<ImportEntry>): void {
    this.#entries = this.#entries.map((entry) => (entry.key === key ? { ...entry, ...change } : entry));
    this.#emit();
  }

  #emit(): void {
    writeStored(this.#entries);
    warnBeforeLeaving(this.#entries.some(isUnsent));
    for (const listener of this.#listeners) listener();
  }
}

const ask = (event: BeforeUnloadEvent) => event.preventDefault();

/** Makes the browser ask before the tab is closed or reloaded while files remain to be sent. */
function warnBeforeLeaving(isWanted: boolean): void {
  if (isWanted) globalThis.addEventListener?.("beforeunload", ask);
  else globalThis.removeEventListener?.("beforeunload", ask);
}

function progressOf(progress: JobProgress, elapsedMs: number): Partial<ImportEntry> {
  return {
    phase: "working",
    ...(progress.bytes_read !== undefined && { done: progress.bytes_read }),
    ...(progress.bytes_total !== undefined && { total: progress.bytes_total }),
    rowsRead: progress.rows_read ?? 0,
    elapsedMs,
  };
}

/** Reads the stored imports. Omits uploads interrupted by a reload; jobs continue. */
function readStored(): ImportEntry[] {
  try {
    const stored: unknown = JSON.parse(readKept(STORAGE_KEY) ?? "[]");
    return Array.isArray(stored) ? (stored as ImportEntry[]) : [];
  } catch {
    return [];
  }
}

function writeStored(entries: readonly ImportEntry[]): void {
  const kept = entries.filter((entry) => !isRunning(entry) || entry.jobId !== null).slice(-KEPT_REPORTS);
  keep(STORAGE_KEY, JSON.stringify(kept));
}
