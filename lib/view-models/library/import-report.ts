import type { FileReport, ImportIssueAnswer } from "../../api/schemas/import-report";
import { keptKindText } from "../../read-models/kept-kinds";
import { nameClient } from "../../read-models/library-item";
import { joinSentences } from "../../wording/join-sentences";
import { formatMoney, formatTokens } from "../../wording/number-format";
import { english, type Say } from "../../wording/say";
import { reportState } from "./import-summary";

/** A truncated last line: where it is, its text so far, and what that leaves unknown about the session. */
export type CutLine = {
  readonly line: number;
  /** `Line 1,206, the last: ends inside a string at byte 462,118` */
  readonly title: string;
  readonly code: string;
  /** Start and end of the text; `tail` is empty if `head` is the entire text. */
  readonly head: string;
  readonly tail: string;
  /** `the file ends after 1,390 bytes` */
  readonly mark: string;
  readonly kept: string;
  readonly missing: string;
};

/** Null if the file ends with a complete line, and in reports of versions that did not record the position. */
export function toCutLine(report: FileReport, say: Say = english): CutLine | null {
  const issue = report.issues.find(({ cut }) => cut !== undefined);
  if (issue?.cut === undefined) return null;
  const { cut, line, code } = issue;
  const place = { line: formatTokens(line), byte: formatTokens(issue.byte_offset + cut.bytes) };
  const bytes = formatTokens(cut.bytes);
  return {
    line,
    code,
    title:
      cut.inside === "string"
        ? say("Line {line}, the last: ends inside a string at byte {byte}", place)
        : say("Line {line}, the last: incomplete, ends at byte {byte}", place),
    ...textOf(issue, cut),
    mark: say("the file ends after {bytes} bytes", { bytes }),
    kept: say("the {count, plural, one {row} other {# rows}} before it, and the file unchanged.", {
      count: report.rows.interpreted + report.rows.kept,
    }),
    missing: joinSentences(
      [say("the content of this line: {bytes} bytes, not included in any figure.", { bytes }), floorText(report, say)],
      say,
    ),
  };
}

/** Characters of a long row shown at its start and end, so that the end is visible without scrolling. */
const HEAD = 44;
const TAIL = 48;

/** A short row in full; start and end of a longer one. */
function textOf(
  { excerpt }: ImportIssueAnswer,
  cut: NonNullable<ImportIssueAnswer["cut"]>,
): { head: string; tail: string } {
  if (excerpt.endsWith(cut.tail)) return { head: excerpt, tail: "" };
  return { head: excerpt.slice(0, HEAD), tail: cut.tail.slice(-TAIL) };
}

/** Figures that a missing row makes lower bounds; null if the log reports none. */
function floorText({ figures }: FileReport, say: Say): string | null {
  if (figures === undefined) return null;
  const { requests, output_tokens: output, cost } = figures;
  if (output === null && cost === null) return null;
  return say("Its sums are lower bounds: {requests} requests, {output} tokens out, {cost}.", {
    requests: formatTokens(requests, { isFloor: true }),
    output: formatTokens(output, { isFloor: true }),
    cost: cost === null ? say("at an unknown cost") : formatMoney(cost.amount, { isFloor: true }),
  });
}

export type ImportChange = { readonly file: string; readonly text: string };

/** Session figures that are lower bounds, requested, or estimated because of the files' condition. */
export function importChanges(reports: readonly FileReport[], say: Say = english): ImportChange[] {
  return reports
    .filter((report) => !report.error && !report.duplicate)
    .flatMap((report) => changesOf(report, say).map((text) => ({ file: report.file_name, text })));
}

/** What a file lacks, and the figures that suffer from it. */
export function changesOf(report: FileReport, say: Say = english): string[] {
  const { figures, rows, sessions } = report;
  const isShort = rows.bad > 0 || rows.pending_bytes > 0;
  const floor = isShort ? floorText(report, say) : null;
  return [
    floor,
    isShort ? null : notesText(report, say),
    isShort && floor === null ? say("rows are missing, so its counts are lower bounds") : null,
    withoutModel(figures?.unnamed ?? 0, sessions.length, say),
    withoutUsage(figures?.unreported ?? 0, sessions.length, say),
  ].filter((text) => text !== null);
}

/** `2 notes: The requests of sub-agent a1 are not in this log…`; null if all rows were read without one. */
function notesText({ issues: [first, ...others] }: FileReport, say: Say): string | null {
  if (first === undefined) return null;
  const message = say.known(first.message);
  return others.length === 0 ? message : say("{count} notes: {message}", { count: others.length + 1, message });
}

/** What to do about a file's gaps; null if it has none, or if a message already explains it. */
export function whatToDo(report: FileReport, say: Say = english): string | null {
  const { error, figures, rows } = report;
  if (error || reportState(report) !== "partial") return null;
  if (rows.pending_bytes > 0) return say("Import the file again once it is complete.");
  if (rows.bad > 0) return say("Export the session again; the unreadable lines are in the details.");
  if (figures !== undefined && figures.unnamed > 0) return say("Open it and choose its model.");
  if (figures === undefined || figures.unreported === 0) return null;
  return say("Record the next session to get its counts.");
}

function withoutModel(count: number, all: number, say: Say): string | null {
  if (count === 0) return null;
  if (all === 1) return say("names no model; you can set it once on the session's page");
  return say("{count} of {all} sessions name no model; you can set it once on each session's page", { count, all });
}

function withoutUsage(count: number, all: number, say: Say): string | null {
  if (count === 0) return null;
  if (all === 1) return say("reports no usage: tokens are estimated, cache and cost simulated");
  const of = { count, all };
  return say("{count} of {all} sessions report no usage: tokens are estimated, cache and cost simulated", of);
}

export type KeptKindRow = {
  readonly kind: string;
  readonly format: string;
  readonly count: string;
  readonly what: string;
};

/** Rows kept without being read, by format and kind, most frequent first. */
export function keptKindRows(reports: readonly FileReport[], say: Say = english): KeptKindRow[] {
  const counts = new Map<string, { format: string | null; kind: string; count: number }>();
  for (const { format, kept_kinds: kinds = [], duplicate } of reports)
    for (const { kind, count } of duplicate ? [] : kinds) {
      const key = JSON.stringify([format, kind]);
      counts.set(key, { format, kind, count: count + (counts.get(key)?.count ?? 0) });
    }
  return [...counts.values()]
    .sort((one, other) => other.count - one.count)
    .map(({ format, kind, count }) => ({
      kind,
      format: format === null ? "" : nameClient(format),
      count: formatTokens(count),
      what: say.known(keptKindText(format, kind)),
    }));
}

/** The report as Markdown, to paste into a message or an issue. */
export function importReportText(reports: readonly FileReport[], summary: string, say: Say = english): string {
  const lines = reports.map((report) => {
    const { read, interpreted, kept, bad } = report.rows;
    const counts = say(
      "{read, plural, one {# row} other {# rows}}: {interpreted} read, {kept} only stored, {bad} bad",
      {
        read,
        interpreted,
        kept,
        bad,
      },
    );
    const cut = toCutLine(report, say);
    const facts = [
      report.format === null ? say("format unknown") : nameClient(report.format),
      report.error ? report.error.message : reportState(report) === "duplicate" ? say("already here") : counts,
      ...(cut ? [cut.title] : report.issues.map(({ message }) => message)),
    ];
    return `- \`${report.file_name}\`: ${facts.join("; ")}`;
  });
  const kept = keptKindRows(reports, say).map(
    ({ kind, format, count, what }) => `- ${count} × \`${kind}\` (${format}): ${what}`,
  );
  const changes = importChanges(reports, say).map(({ file, text }) => `- \`${file}\`: ${text}`);
  const section = (title: string, rows: readonly string[]) =>
    rows.length === 0 ? [] : ["", `## ${title}`, "", ...rows];
  return [
    `# ${say("Import report")}`,
    "",
    summary,
    "",
    ...lines,
    ...section(say("Stored, not interpreted"), kept),
    ...section(say("What it changes"), changes),
    "",
  ].join("\n");
}
