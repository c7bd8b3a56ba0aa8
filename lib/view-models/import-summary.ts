import type { FileReport } from "../api/schemas/import-report";

type Entry = { readonly phase: string; readonly reports: readonly FileReport[] };

export type ReportState = "done" | "duplicate" | "partial" | "failed";

export function reportState(report: FileReport): ReportState {
  if (report.error) return "failed";
  if (report.duplicate) return "duplicate";
  return report.rows.bad > 0 || report.rows.pending_bytes > 0 ? "partial" : "done";
}

/** Target of the row's link; null when the file gave no session. */
export function importAction(report: FileReport): { id: string; label: string } | null {
  const [id] = report.sessions;
  return id === undefined ? null : { id, label: report.duplicate ? "already imported" : "Open" };
}

/** Label of the button that opens details of a file; null when there are none. */
export function detailsLabel({ issues, notes, shape }: FileReport): string | null {
  if (issues.length > 0) return `Show ${issues.length}`;
  const hasMore = shape || (notes && (notes.limitations.length > 0 || notes.unchecked !== null));
  return hasMore ? "Details" : null;
}

const ENDED = new Set(["done", "failed", "cancelled"]);
const count = (number: number, one: string, many = `${one}s`) => `${number} ${number === 1 ? one : many}`;

/** `6 of 7 files done · 6 sessions added · 1 duplicate · 1 line bad · 88 rows kept but not interpreted` */
export function summariseImports(entries: readonly Entry[]): string {
  const reports = entries.flatMap((entry) => entry.reports);
  const states = reports.map(reportState);
  const fresh = reports.filter((report) => !report.duplicate && !report.error);
  const sum = (of: (report: FileReport) => number) => fresh.reduce((total, report) => total + of(report), 0);
  const parts = [
    `${entries.filter((entry) => ENDED.has(entry.phase)).length} of ${count(entries.length, "import")} done`,
    `${count(new Set(fresh.flatMap((report) => report.sessions)).size, "session")} added`,
  ];
  const duplicates = states.filter((state) => state === "duplicate").length;
  const failed =
    states.filter((state) => state === "failed").length +
    entries.filter((entry) => entry.phase === "failed" && entry.reports.length === 0).length;
  if (duplicates > 0) parts.push(count(duplicates, "duplicate"));
  if (failed > 0) parts.push(`${failed} not imported`);
  if (sum((report) => report.rows.bad) > 0)
    parts.push(
      `${count(
        sum((report) => report.rows.bad),
        "line",
      )} bad`,
    );
  const unfinished = fresh.filter((report) => report.rows.pending_bytes > 0).length;
  if (unfinished > 0) parts.push(`${count(unfinished, "unfinished last line")} left out`);
  if (sum((report) => report.rows.kept) > 0)
    parts.push(
      `${count(
        sum((report) => report.rows.kept),
        "row",
      )} kept but not interpreted`,
    );
  return parts.join(" · ");
}

/** What was kept although lines were bad or the last one is incomplete; null when everything was read. */
export function keptSentence({ read, bad, pending_bytes: pending }: FileReport["rows"]): string | null {
  if (bad === 0 && pending === 0) return null;
  const good = read - bad;
  const lines = bad > 1 || (bad === 1 && pending > 0) ? "the lines named here" : "that line";
  return `The other ${count(good, "row")} ${good === 1 ? "was" : "were"} read. What stood on ${lines} is missing from the session: figures that need it say “unknown”. The raw file is kept as it is.`;
}
