import type { Part, SourceLocation } from "../../conversation/part";
import type { JsonObject } from "../../formats/json-fields";
import type { ImportRun, RowVerdict } from "../import-run";
import type { ItemThread } from "../item-thread";
import { type DraftResponse, partIdOf, type SessionDraft } from "../session-draft";
import { when } from "./event-place";
import { RunningTotal } from "./running-total";
import { TokenCounts, type TokenReport } from "./token-counts";
import { UsageBooking } from "./usage-booking";

/** Usage is reported in separate rows; each report is booked on the call that it is about (see `UsageBooking`). */
export class RolloutUsage {
  /** Size of the prompt in the last report. */
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

  /** Rows of another client or version may follow, so whether their reports come before or after the items is unknown again. */
  forgetOrder() {
    this.booking.forgetOrder();
  }

  /** The copies of a fork end here: calls that are still open are the parent's. */
  endCopies() {
    this.booking.takeUnlogged();
    this.thread.close();
  }

  /** The prompt was compacted. */
  compact() {
    this.settleUnlogged();
    this.giveUp();
    this.total.forget();
  }

  /** The running total of a fork continues its parent's. */
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
   * Must be called after the last row. Where reports come before their items, the items of the last report may not have been
   * written yet, so that report is not counted as a call.
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
    // A report that comes after the outputs of its call does not say when the answer ended.
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
    // It happened before the turn whose usage reveals it, and events are in the order of the messages.
    const next = events.findIndex(({ atMessage }) => atMessage > fellBack.atMessage);
    if (next !== -1) events.splice(next, 0, ...events.splice(events.indexOf(event), 1));
  }

  /** Books a call whose answer is not in the log (a summary, an aborted turn): it was paid for nevertheless. */
  private settleUnlogged() {
    const report = this.booking.takeUnlogged();
    if (!report) return;
    const { usage, limits, source, time } = report;
    const value = { type: "not_in_the_log" };
    const parts: Part[] = [{ id: partIdOf(source, "unlogged"), type: "opaque", value, source }];
    const id = `r${source.file}.${source.line}`;
    this.draft.addResponse({ id, model: this.model(), time, parts, usage, limits, isHidden: true }, source);
  }
}

const STILL_OPEN = "The log ends with the usage of a call whose answer is not in it yet; it was not counted.";

const FELL_BACK =
  "the running total fell back to that of an earlier call, and so did the prompt: what came after that call left it";
