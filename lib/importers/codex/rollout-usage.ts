import type { Part, SourceLocation } from "../../conversation/part";
import type { JsonObject } from "../../formats/json-fields";
import type { ReportedLimits } from "../../transcript/session";
import type { Usage } from "../../transcript/usage";
import type { ImportRun, RowVerdict } from "../import-run";
import type { ItemThread } from "../item-thread";
import { placeOf } from "../place-of";
import { type DraftResponse, partIdOf, type SessionDraft } from "../session-draft";
import { when } from "./event-place";
import { TokenCounts, type TokenReport } from "./token-counts";

/** A call's usage from a separate row, and that row's place. */
type UsageReport = {
  readonly usage: Usage;
  readonly limits: ReportedLimits | null;
  readonly source: SourceLocation;
  readonly time: string | null;
};

/**
 * Assigns usage reports to responses by the order of rows, not by version. A report belongs to the last response
 * without one, whether that response's tool outputs come after the report (0.104 to 0.130) or before it (0.135). If
 * every response has a report, this one came before its items (0.47), or its call left no items (a compaction).
 */
class UsageBooking {
  /** The last response, while its report may still come. */
  private awaiting: DraftResponse | null = null;
  /** A report that came before its items. */
  private early: UsageReport | null = null;
  /** True if reports come after the items. Decided at the first answer: true unless a report came before it. */
  private followsItems: boolean | null = null;

  /** The report that waits for its items, if there is one. */
  get waiting(): UsageReport | null {
    return this.early;
  }

  /** Gives a new response the waiting report. If there is none, the response waits for its report. */
  open(response: DraftResponse) {
    const { early } = this;
    this.followsItems ??= early === null;
    this.awaiting = early ? null : response;
    this.early = null;
    if (early) book(response, early);
  }

  /**
   * Returns the response to which the report was assigned; null if the report waits for its items (see `takeUnlogged`).
   */
  report(report: UsageReport): DraftResponse | null {
    const response = this.followsItems ? this.awaiting : null;
    this.awaiting = null;
    if (!response) {
      this.early = report;
      return null;
    }
    book(response, report);
    return response;
  }

  /**
   * True if no items will come for the waiting report. If reports follow their items, the items would already be in the
   * log.
   */
  get isUnlogged(): boolean {
    return this.early !== null && this.followsItems === true;
  }

  /** Takes the waiting report of a call without items. */
  takeUnlogged(): UsageReport | null {
    const { early } = this;
    this.early = null;
    return early;
  }

  /** The last response was cut off, so no report will come for it. */
  giveUp() {
    this.awaiting = null;
  }

  /** The following rows may be from another version. */
  forgetOrder() {
    this.followsItems = null;
  }
}

function book(response: DraftResponse, { usage, limits }: UsageReport) {
  response.usage = usage;
  if (limits) response.limits = limits;
}

/** The running total at one report, and the number of messages before its row. */
type Mark = { readonly total: number; readonly messages: number };

/** A part of the prompt was dropped: the messages between `keptUntil` and `atMessage`. */
type FellBack = { readonly keptUntil: number; readonly atMessage: number };

/**
 * The running total of a thread. Without any row that explains it, the total may fall back to its exact value after an
 * earlier call, plus the current call. The prompt then falls back to that call too, so it no longer contains the
 * messages since. (In 0.135, 2,681,744 fell to 255,539 = 209,487 + 46,052, and the prompt from 75,676 to 45,812.)
 */
class RunningTotal {
  private marks: Mark[] = [];

  constructor(private readonly draft: SessionDraft) {}

  /** Notes the total after a call that added `added` to it; null unless the total fell back. */
  note({ now, added }: { readonly now: number; readonly added: number }): FellBack | null {
    const { messages } = this.draft;
    const last = this.marks.at(-1);
    const then = last && now < last.total ? this.marks.findLastIndex(({ total }) => total === now - added) : -1;
    const back = this.marks[then];
    if (back) this.marks.length = then + 1;
    this.marks.push({ total: now, messages: messages.length });
    if (!last || !back) return null;
    return { keptUntil: this.behindResults(back.messages), atMessage: this.behindResults(last.messages) };
  }

  /** Forgets the calls before a compaction, to which the total cannot fall back. */
  forget() {
    this.marks = [];
  }

  /** The place after the results of a call, which up to version 0.130 come after its report. */
  private behindResults(at: number): number {
    let end = at;
    while (this.draft.messages[end]?.role === "tool") end += 1;
    return end;
  }
}

/** Usage is reported in separate rows. Each report is assigned to its call (see `UsageBooking`). */
export class RolloutUsage {
  /** Size of the prompt according to the last report. */
  lastPrompt: number | null = null;
  private readonly counts = new TokenCounts();
  private readonly booking = new UsageBooking();
  private readonly total: RunningTotal;

  constructor(
    private readonly draft: SessionDraft,
    private readonly thread: ItemThread,
    private readonly model: () => string | null,
  ) {
    this.total = new RunningTotal(draft);
  }

  open(response: DraftResponse) {
    this.booking.open(response);
  }

  /** The open call has no report and will not get one. */
  giveUp() {
    this.thread.close();
    this.booking.giveUp();
  }

  /**
   * Rows of another client or version may follow, so it is unknown again whether their reports come before or after the
   * items.
   */
  forgetOrder() {
    this.booking.forgetOrder();
  }

  /** The copies of a fork end here. Calls still open are the parent's. */
  endCopies() {
    this.booking.takeUnlogged();
    this.thread.close();
  }

  compact() {
    this.settleUnlogged();
    this.giveUp();
    this.total.forget();
  }

  /** A fork's running total continues its parent's. */
  readCopy(event: JsonObject) {
    this.counts.read(event);
  }

  tokenCount(event: JsonObject, time: string | null, source: SourceLocation): RowVerdict {
    const report = this.counts.read(event, this.draft.responses.length === 0);
    if ("skip" in report) return { kept: `event_msg:token_count (${report.skip})` };
    if (report.total) this.noteTotal(report.total, time, source);
    this.book(report, time, source);
    return "interpreted";
  }

  record(record: JsonObject, isCopy: boolean, time: string | null, source: SourceLocation): RowVerdict {
    const report = isCopy ? { skip: "copy" } : this.counts.readRecord(record, this.draft.logId);
    if ("skip" in report) return { kept: `token_usage_record (${report.skip})` };
    this.book(report, time, source);
    return "interpreted";
  }

  /**
   * Must be called after the last row. If reports come before their items, those of the last report may not have been
   * written yet, so the last report is not counted as a call.
   */
  finish(run: ImportRun) {
    if (this.booking.waiting) run.report("usage-without-answer", STILL_OPEN, this.booking.waiting.source);
  }

  private book(report: Exclude<TokenReport, { skip: string }>, time: string | null, source: SourceLocation) {
    const { usage, prompt, limits } = report;
    this.lastPrompt = prompt;
    this.settleUnlogged();
    const isOpen = this.thread.open !== null;
    const response = this.booking.report({ usage, limits, source, time });
    // A report that comes after the outputs of its call does not show when the answer ended.
    if (response && isOpen && time !== null) response.endedAt = time;
    this.thread.close();
    if (this.booking.isUnlogged) this.settleUnlogged();
  }

  private noteTotal(
    total: { readonly now: number; readonly added: number },
    time: string | null,
    source: SourceLocation,
  ) {
    const fellBack = this.total.note(total);
    if (!fellBack) return;
    const { events } = this.draft;
    const event = this.draft.addEvent({ type: "rewind", detail: FELL_BACK, ...fellBack, ...when(time, source) });
    // The drop happened before the turn whose usage reveals it, and events are in message order.
    const next = events.findIndex(({ atMessage }) => atMessage > fellBack.atMessage);
    if (next !== -1) events.splice(next, 0, ...events.splice(events.indexOf(event), 1));
  }

  /** Adds a call whose answer is not in the log (a summary, an aborted turn), because it was billed anyway. */
  private settleUnlogged() {
    const report = this.booking.takeUnlogged();
    if (!report) return;
    const { usage, limits, source, time } = report;
    const value = { type: "not_in_the_log" };
    const parts: Part[] = [{ id: partIdOf(source, "unlogged"), type: "opaque", value, source }];
    const id = `r${placeOf(source)}`;
    this.draft.addResponse({ id, model: this.model(), time, parts, usage, limits, isHidden: true }, source);
  }
}

const STILL_OPEN = "The log ends with the usage of a call whose answer is not in it yet; it was not counted.";

const FELL_BACK =
  "the running total fell back to that of an earlier call, and so did the prompt: what came after that call left it";
