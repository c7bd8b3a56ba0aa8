import type { FileReport } from "../../api/schemas/import-report";
import { problemText } from "../../wording/problem-text";
import { english, type Say } from "../../wording/say";

type Entry = { readonly phase: string; readonly reports: readonly FileReport[] };

export type ReportState = "done" | "duplicate" | "partial" | "failed";

export function reportState(report: FileReport): ReportState {
  if (report.error) return "failed";
  if (report.duplicate) return "duplicate";
  const { figures, rows, issues } = report;
  const lacksFigures = figures !== undefined && figures.unnamed + figures.unreported > 0;
  return rows.bad > 0 || rows.pending_bytes > 0 || issues.length > 0 || lacksFigures ? "partial" : "done";
}

/** Files with the same state. Those with the most notes come first; otherwise the order stays. */
export const byNotes = (one: FileReport, other: FileReport): number => other.issues.length - one.issues.length;

/** Target of the row's link; null if the file has no session. */
export function importAction(report: FileReport, say: Say = english): { id: string; label: string } | null {
  const [id] = report.sessions;
  return id === undefined ? null : { id, label: report.duplicate ? say("Show the other") : say("Open") };
}

/** Label of the button for a file's details; null if there are none. */
export function detailsLabel(
  { issues, notes, shape, kept_kinds: kinds = [] }: FileReport,
  say: Say = english,
): string | null {
  if (issues.length > 0) return say("Show {count}", { count: issues.length });
  const hasMore = kinds.length > 0 || shape || (notes && (notes.limitations.length > 0 || notes.unchecked !== null));
  return hasMore ? say("Details") : null;
}

const ENDED = new Set(["done", "failed", "cancelled"]);

/** `6 of 7 files done · 6 sessions added · 1 duplicate · 1 line bad · 88 rows stored but not interpreted` */
export function summariseImports(entries: readonly Entry[], say: Say = english): string {
  const reports = entries.flatMap((entry) => entry.reports);
  const states = reports.map(reportState);
  const fresh = reports.filter((report) => !report.duplicate && !report.error);
  const sum = (of: (report: FileReport) => number) => fresh.reduce((total, report) => total + of(report), 0);
  const ended = entries.filter((entry) => ENDED.has(entry.phase)).length;
  const duplicates = states.filter((state) => state === "duplicate").length;
  const failed =
    states.filter((state) => state === "failed").length +
    entries.filter((entry) => entry.phase === "failed" && entry.reports.length === 0).length;
  const bad = sum((report) => report.rows.bad);
  const unfinished = fresh.filter((report) => report.rows.pending_bytes > 0).length;
  const kept = sum((report) => report.rows.kept);
  const parts = [
    say("{ended} of {count, plural, one {# import} other {# imports}} done", { ended, count: entries.length }),
    say("{count, plural, one {# session} other {# sessions}} added", {
      count: new Set(fresh.flatMap((report) => report.sessions)).size,
    }),
    duplicates > 0 && say("{count, plural, one {# duplicate} other {# duplicates}}", { count: duplicates }),
    failed > 0 && say("{count} not imported", { count: failed }),
    bad > 0 && say("{count, plural, one {# bad line} other {# bad lines}}", { count: bad }),
    unfinished > 0 &&
      say("{count, plural, one {# unfinished last line} other {# unfinished last lines}} left out", {
        count: unfinished,
      }),
    kept > 0 && say("{count, plural, one {# row} other {# rows}} stored but not interpreted", { count: kept }),
  ];
  return parts.filter((part) => part !== false).join(" · ");
}

/** Result of reading one file again. */
export function readAgainText(
  { phase, reports, failure }: Entry & { readonly failure: { readonly message: string } | null },
  say: Say = english,
): string {
  if (!ENDED.has(phase)) return say("Reading it again…");
  const [report] = reports;
  if (report === undefined || report.error) return problemText(report?.error ?? failure ?? { message: "" }, say);
  return report.duplicate
    ? say("Nothing has been written to it since.")
    : say("Read again: {count, plural, one {# row} other {# rows}}.", { count: report.rows.read });
}

/** What was kept although lines were bad or the last one is incomplete; null if everything was read. */
export function keptSentence(
  { read, bad, pending_bytes: pending }: FileReport["rows"],
  say: Say = english,
): string | null {
  if (bad === 0 && pending === 0) return null;
  const good = read - bad;
  const lines = bad > 1 || (bad === 1 && pending > 0) ? say("the lines listed here") : say("that line");
  return say(
    "The other {good, plural, one {# row was} other {# rows were}} read. The content of {lines} is missing from the session, so figures that need it say “unknown”. The raw file is kept unchanged.",
    { good, lines },
  );
}
