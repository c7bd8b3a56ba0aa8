import type { SourceLocation } from "../../conversation/part";
import type { ReportedLimits } from "../../transcript/session";
import type { Usage } from "../../transcript/usage";
import type { DraftResponse } from "../session-draft";

/** Tokens of one call as a row of its own reports them, and where that row stands. */
export type UsageReport = {
  readonly usage: Usage;
  readonly limits: ReportedLimits | null;
  readonly source: SourceLocation;
  readonly time: string | null;
};

/**
 * Which response a usage report is about. The order of the rows tells, never the version: a report belongs to the last
 * response that still lacks one, whether its tool outputs stand before the report (0.135) or after it (0.104 to 0.130).
 * Where no response lacks one, the report came before its items (0.47), or its call left no items (a compaction).
 */
export class UsageBooking {
  /** The last response, while its report may still come. */
  private awaiting: DraftResponse | null = null;
  /** A report that came before its items. */
  private early: UsageReport | null = null;
  /** Whether reports come after the items, which the first answer tells: there is a report before it, or there is none. */
  private followsItems: boolean | null = null;

  /** The report that waits for items, if one does. */
  get waiting(): UsageReport | null {
    return this.early;
  }

  /** Gives a new response the report that waits for it; without one, the response waits for its report. */
  open(response: DraftResponse) {
    const { early } = this;
    this.followsItems ??= early === null;
    this.awaiting = early ? null : response;
    this.early = null;
    if (early) book(response, early);
  }

  /** Returns the response that the report was booked on, or null when it waits for its items (see `takeUnlogged`). */
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

  /** True when a report that waits has no items to come: where reports follow, its items would be there. */
  get isUnlogged(): boolean {
    return this.early !== null && this.followsItems === true;
  }

  /** Takes the report that waits: its call left no items. */
  takeUnlogged(): UsageReport | null {
    const { early } = this;
    this.early = null;
    return early;
  }

  /** The last response was cut off: no report will come for it. */
  giveUp() {
    this.awaiting = null;
  }

  /** Another version may write the rows that follow. */
  forgetOrder() {
    this.followsItems = null;
  }
}

function book(response: DraftResponse, { usage, limits }: UsageReport) {
  response.usage = usage;
  if (limits) response.limits = limits;
}
