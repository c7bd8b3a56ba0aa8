import type { SourceLocation } from "../conversation/part";
import { withDistinctCalls } from "../transcript/distinct-calls";
import type { CutRow, ImportIssue, KeptRow, RowAccount, Session } from "../transcript/session";
import { UnpackBudget } from "./containers/unpack-budget";
import { exactRequestIssues } from "./exact-request-issues";
import { CANCELLED, type ImportFailure, tooLarge } from "./import-failure";
import type { ImportLimits } from "./limits";
import { SharedCounts } from "./shared-counts";
import type { TextShelf } from "./text-shelf";
import { usageShiftIssues } from "./usage-shifts";

/** The outcome of one row. Every row gets exactly one verdict. */
export type RowVerdict =
  | "interpreted"
  | { readonly kept: string }
  | { readonly bad: string; readonly message: string; readonly excerpt?: string };

export type ImportProgress = { readonly bytesRead: number; readonly rowsRead: number };

/** The bookkeeping of one import: limits, cancellation, progress, and row counts. */
export class ImportRun {
  readonly keptRows: KeptRow[] = [];
  readonly issues: ImportIssue[] = [];
  bytesRead = 0;
  blank = 0;
  pendingBytes = 0;
  /**
   * An id derived from the client's own for the conversation, if the client writes several files per conversation.
   * Sessions imported separately before are merged into the file that contains the conversation.
   */
  conversation: string | null = null;
  /** Shared with the runs for the files of an archive. */
  unpacking: UnpackBudget;
  /** Counts of the archive's files that were read before this one. */
  before: SharedCounts;
  private interpreted = 0;
  private kept = 0;
  private bad = 0;
  private isListFull = false;

  constructor(
    readonly limits: ImportLimits,
    private readonly signal?: AbortSignal,
    private readonly onProgress?: (progress: ImportProgress) => void,
    private readonly onSession?: (session: Session) => void,
    readonly shelf?: TextShelf,
  ) {
    this.unpacking = new UnpackBudget(limits.maxUnpackWork);
    this.before = new SharedCounts(limits.maxLines);
  }

  /**
   * A run for a first pass over a file that will be read again. It can be cancelled, and adds nothing to this run's
   * counts.
   */
  forFirstPass(): ImportRun {
    return new ImportRun(this.limits, this.signal);
  }

  /** Shares the limits of the archive's other files with this run. */
  shareWith(around: ImportRun) {
    this.unpacking = around.unpacking;
    this.before = around.before;
  }

  /** Adds this run's counts to the limits of the entire archive. */
  finish() {
    const { lines, keptRows, issues } = this;
    this.before.add({ lines, keptRows: keptRows.length, issues: issues.length });
  }

  private get lines(): number {
    return this.rowsRead + this.blank;
  }

  get rowsRead(): number {
    return this.interpreted + this.kept + this.bad;
  }

  settle(verdict: RowVerdict, source: SourceLocation) {
    if (verdict === "interpreted") this.interpreted += 1;
    else if ("kept" in verdict) this.keep(verdict.kept, source);
    else this.reject(verdict, source);
  }

  /** Reports a problem of a row that is counted elsewhere. */
  report(code: string, message: string, source: SourceLocation, excerpt = "", cut?: CutRow) {
    const { line, byteOffset } = source;
    this.add({ code, message, line, byteOffset, excerpt, ...(cut && { cut }) });
  }

  private add(issue: ImportIssue) {
    const maxIssues = Math.max(0, this.limits.maxIssues - this.before.issues);
    const { line, byteOffset } = issue;
    if (this.issues.length < maxIssues) this.issues.push(issue);
    else if (this.issues.length === maxIssues)
      this.issues.push({
        ...OVERFLOW,
        message: `more than ${this.limits.maxIssues} problems; the rest is only counted`,
        line,
        byteOffset,
      });
  }

  /** Must be called once per chunk. Counts it, reports progress, and returns a failure if the import must stop. */
  advance(bytes: number): ImportFailure | null {
    this.bytesRead += bytes;
    this.onProgress?.({ bytesRead: this.bytesRead, rowsRead: this.rowsRead });
    if (this.signal?.aborted) return CANCELLED;
    const { maxBytes, maxLines } = this.limits;
    if (this.bytesRead > maxBytes) return tooLarge(`more than ${maxBytes} bytes`);
    return this.before.lines + this.lines > maxLines ? tooLarge(`more than ${maxLines} lines`) : null;
  }

  /**
   * For files with very many sessions: passes a complete session, including its row counts, to the receiver, which
   * takes them one by one. Without a receiver the session is returned.
   */
  hand(session: Session): readonly Session[] {
    if (!this.onSession) return [session];
    this.onSession(this.checked(session));
    return [];
  }

  /** The finished session with a unique id per call. Improbable facts in it are added to its issues and reported. */
  checked(session: Session): Session {
    const issues = [...usageShiftIssues(session), ...exactRequestIssues(session)];
    for (const issue of issues) this.add(issue);
    // Most sessions share their file's list, which already contains the issues.
    const isNoted = issues.length === 0 || session.issues === this.issues;
    return withDistinctCalls(isNoted ? session : { ...session, issues: [...session.issues, ...issues] });
  }

  /** Adds a session's row counts to the file's. Kept rows are listed with their session. */
  absorb({ interpreted, kept, bad, issues }: ImportRun) {
    this.interpreted += interpreted;
    this.kept += kept;
    this.bad += bad;
    for (const issue of issues) this.add(issue);
  }

  get isCancelled(): boolean {
    return this.signal?.aborted === true;
  }

  account(): RowAccount {
    const { rowsRead: read, interpreted, kept, bad, blank, pendingBytes } = this;
    return { read, interpreted, kept, bad, blank, pendingBytes };
  }

  private keep(kind: string, source: SourceLocation) {
    this.kept += 1;
    if (this.before.keptRows + this.keptRows.length < this.limits.maxKeptRows) this.keptRows.push({ kind, source });
    else if (!this.isListFull) {
      this.isListFull = true;
      this.report("kept-rows-not-listed", "more rows were kept than are listed one by one", source);
    }
  }

  private reject(verdict: { bad: string; message: string; excerpt?: string }, source: SourceLocation) {
    this.bad += 1;
    this.report(verdict.bad, verdict.message, source, verdict.excerpt);
  }
}

const OVERFLOW = { code: "more-issues", excerpt: "" } as const;
