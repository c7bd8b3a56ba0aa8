import type { SourceLocation } from "../../conversation/part";
import type { ReportedLimits } from "../../transcript/session";
import type { Usage } from "../../transcript/usage";
import type { DraftResponse } from "../session-draft";

/** Usage of one call as a separate row reports it, and the place of that row. */
export type UsageReport = {
  readonly usage: Usage;
  readonly limits: ReportedLimits | null;
  readonly source: SourceLocation;
  readonly time: string | null;
};

/**
 * Finds the response that a usage report is about, from the order of the rows and not from the version. A report belongs to the
 * last response without one, whether the tool outputs of the response come before the report (0.135) or after it (0.104 to
 * 0.130). If every response has a report, this one came before its items (0.47), or its call left no items (a compaction).
 */
export class UsageBooking {
  /** The last response, as long as its report may still come. */
  private awaiting: DraftResponse | null = null;
  /** A report that came before its items. */
  private early: UsageReport | null = null;
  /** Whether reports come after the items; known from the first answer, which has a report before it or not. */
  private followsItems: boolean | null = null;

  /** The report that waits for its items, if there is one. */
  get waiting(): UsageReport | null {
    return this.early;
  }

  /** Gives a new response the waiting report; if there is none, the response waits for its report. */
  open(response: DraftResponse) {
    const { early } = this;
    this.followsItems ??= early === null;
    this.awaiting = early ? null : response;
    this.early = null;
    if (early) book(response, early);
  }

  /** Returns the response that the report was booked on, or null when the report waits for its items (see `takeUnlogged`). */
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
   * True when no items will come for the waiting report: if reports follow their items, those would be in the log already.
   */
  get isUnlogged(): boolean {
    return this.early !== null && this.followsItems === true;
  }

  /** Takes the waiting report, whose call left no items. */
  takeUnlogged(): UsageReport | null {
    const { early } = this;
    this.early = null;
    return early;
  }

  /** The last response was cut off, so no report will come for it. */
  giveUp() {
    this.awaiting = null;
  }

  /** The rows that follow may be written by another version. */
  forgetOrder() {
    this.followsItems = null;
  }
}

function book(response: DraftResponse, { usage, limits }: UsageReport) {
  response.usage = usage;
  if (limits) response.limits = limits;
}
