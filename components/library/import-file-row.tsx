"use client";
import { Check, Copy, TriangleAlert, X } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { CopyButton } from "@/components/ui/copy-button";
import { useSay } from "@/components/words/words-provider";
import { nameClient } from "@/lib/read-models/library-item";
import { changesOf, whatToDo } from "@/lib/view-models/library/import-report";
import { detailsLabel, importAction, keptSentence, reportState } from "@/lib/view-models/library/import-summary";
import { ISSUE_ADDRESS } from "@/lib/view-models/library/issue-address";
import { noteSentences, shapeAdvice } from "@/lib/view-models/session/format-notes";
import { formatDay } from "@/lib/wording/format-day";
import { formatBytes, formatTokens } from "@/lib/wording/number-format";
import { problemText } from "@/lib/wording/problem-text";
import { type Say, sentence } from "@/lib/wording/say";
import type { FileReport } from "../../lib/api/schemas/import-report";
import { CutLineBox } from "./cut-line";
import type { ImportQueue } from "./import-queue";
import type { FoundFiles } from "./import-types";
import { KeptRows } from "./kept-rows";

const ICON = { done: Check, duplicate: Copy, partial: TriangleAlert, failed: X } as const;
const STATE = {
  done: sentence("done"),
  duplicate: sentence("duplicate"),
  partial: sentence("partial"),
  failed: sentence("failed"),
} as const;
const COLOR = { done: "text-good", duplicate: "text-tx3", partial: "text-warn", failed: "text-bad" } as const;

type Props = {
  report: FileReport;
  found?: FoundFiles | null;
  queue?: ImportQueue | null;
  /** When the file was imported or refused; its column is omitted if absent. */
  at?: string;
};

/** An imported file, whose bad lines can be unfolded. A duplicate is neutral, not an error. */
export function ImportFileRow({ report, found = null, queue = null, at }: Props) {
  const say = useSay();
  const state = reportState(report);
  const [isOpen, setOpen] = useState(report.rows.bad > 0 || report.rows.pending_bytes > 0);
  const Icon = ICON[state];
  const counts = state === "duplicate" || state === "failed" ? null : report.rows;
  const missing = missingText(report, state, say);
  const remedy = whatToDo(report, say);
  const figure = (value: number | undefined) => (value === undefined ? "–" : formatTokens(value));
  return (
    <>
      <tr className="border-line border-b">
        <td className={cn("h-9 pl-4", COLOR[state])}>
          <Icon aria-label={say(STATE[state])} className="size-4 stroke-[1.75]" />
        </td>
        <th
          scope="row"
          className="max-w-70 px-2 font-medium max-sm:w-full max-sm:max-w-0 max-sm:py-2"
          title={report.file_name}
        >
          <span className="block truncate">{report.file_name}</span>
          <span className="block whitespace-normal font-normal text-tx2 sm:hidden">
            {missing || phoneLine(report, say)}
            {remedy === null ? null : <span className="block text-tx">{remedy}</span>}
          </span>
          {at === undefined ? null : (
            <span className="block font-normal text-tx3 sm:hidden">
              {say("{time} UTC", { time: formatDay(at, "time", say) })}
            </span>
          )}
        </th>
        {at === undefined ? null : (
          <td className="tabular whitespace-nowrap px-2 text-tx2 max-sm:hidden">{formatDay(at, "time", say)}</td>
        )}
        {/* The importer describes what it recognised in the format's own terms, in English. */}
        <td lang="en" title={report.detected_by ?? undefined} className="whitespace-nowrap px-2 text-tx2 max-sm:hidden">
          {report.format ? nameClient(report.format) : "–"}
        </td>
        <td className="min-w-52 max-w-100 px-2 py-2 text-tx2 max-sm:hidden">
          {missing}
          {remedy === null ? null : <span className="block text-tx">{remedy}</span>}
        </td>
        <td className="tabular whitespace-nowrap px-2 text-right max-sm:hidden">{formatBytes(report.bytes)}</td>
        <td className="tabular px-2 text-right max-sm:hidden">{figure(counts?.read)}</td>
        <td className="tabular px-2 text-right max-sm:hidden">{figure(counts?.interpreted)}</td>
        <td className="tabular px-2 text-right max-sm:hidden">{figure(counts?.kept)}</td>
        <td
          className={cn("tabular px-2 text-right max-sm:hidden", counts && counts.bad > 0 && "font-semibold text-bad")}
        >
          {figure(counts?.bad)}
        </td>
        <td className="tabular px-2 text-right max-sm:hidden">{report.sessions.length}</td>
        <td className="whitespace-nowrap pr-4 text-right">
          <RowAction report={report} isOpen={isOpen} onToggle={() => setOpen((open) => !open)} />
        </td>
      </tr>
      {isOpen ? (
        <tr className="border-line border-b bg-s1">
          <td />
          <td colSpan={at === undefined ? 10 : 11} className="max-w-0 pt-1 pr-4 pb-4 pl-2">
            <ImportDetails report={report} found={found} queue={queue} />
          </td>
        </tr>
      ) : null}
    </>
  );
}

const sameContent = ({ sha256 }: FileReport, say: Say) =>
  say("same content, sha256 {sha256}…{sha2562}", { sha256: sha256.slice(0, 4), sha2562: sha256.slice(-4) });

/** Why a file was rejected, what it lacks, or which file it repeats; empty if the file is complete. */
function missingText(report: FileReport, state: ReturnType<typeof reportState>, say: Say): string {
  if (report.error) return problemText(report.error, say);
  if (state === "duplicate") return sameContent(report, say);
  return changesOf(report, say).join(say("; "));
}

/** The columns that do not fit on a phone, as a line under the file's name. */
function phoneLine(report: FileReport, say: Say): string {
  const { read, bad } = report.rows;
  const format = report.format ? nameClient(report.format) : say("format unknown");
  return say("{format} · {read, plural, one {# row} other {# rows}}{bad}", {
    format,
    read,
    bad: bad > 0 ? say(" · {bad} bad", { bad: formatTokens(bad) }) : "",
  });
}

function RowAction({ report, isOpen, onToggle }: { report: FileReport; isOpen: boolean; onToggle: () => void }) {
  const say = useSay();
  const action = importAction(report, say);
  const details = detailsLabel(report, say);
  return (
    <>
      {details ? (
        <Button size="sm" variant="quiet" className="text-acc" aria-expanded={isOpen} onClick={onToggle}>
          {isOpen ? say("Hide") : details}
        </Button>
      ) : null}
      {action ? (
        <Link
          href={`/sessions/${action.id}`}
          className={cn("font-medium no-underline hover:underline", report.duplicate ? "text-tx2" : "text-acc")}
        >
          {action.label}
        </Link>
      ) : null}
    </>
  );
}

type ImportDetailsProps = { report: FileReport; found?: FoundFiles | null; queue?: ImportQueue | null };

/** Details of an imported file: its bad lines, what its format lacks, and its shape to paste into an issue. */
export function ImportDetails({ report, found = null, queue = null }: ImportDetailsProps) {
  const say = useSay();
  const notes = report.notes ? noteSentences(report.notes, say) : [];
  return (
    <div className="flex flex-col gap-3">
      <CutLineBox report={report} found={found} queue={queue} />
      {report.issues.some(({ cut }) => cut === undefined) ? <ImportIssues report={report} /> : null}
      <KeptRows reports={[report]} />
      {notes.length > 0 ? (
        <ul className="flex max-w-[84ch] list-disc flex-col gap-1 pl-5 text-small text-tx2">
          {notes.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      ) : null}
      {report.shape ? (
        <div className="flex items-center gap-3">
          <CopyButton size="sm" label={say("Copy its shape")} text={report.shape} />
          <p className="max-w-[84ch] text-small text-tx2">{shapeAdvice(ISSUE_ADDRESS, say)}</p>
        </div>
      ) : null}
    </div>
  );
}

const SHOWN = 20;

/**
 * Unreadable or improbable lines: where, why, their text, and what was still kept. A truncated line has a separate box.
 */
function ImportIssues({ report }: { report: FileReport }) {
  const say = useSay();
  const issues = report.issues.filter(({ cut }) => cut === undefined);
  const kept = keptSentence(report.rows, say);
  return (
    <div className="flex flex-col gap-3">
      {issues.slice(0, SHOWN).map((issue) => (
        <div key={`${issue.line}-${issue.code}-${issue.byte_offset}`}>
          <p className="text-small">
            <span className="font-semibold">{issue.message}</span>
            <span className="tabular ml-3 text-tx3">
              {say("byte {byte_offset} · {code}", { byte_offset: formatTokens(issue.byte_offset), code: issue.code })}
            </span>
          </p>
          {issue.excerpt === "" ? null : (
            <div className="mt-1 flex items-start gap-2">
              <pre
                // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls sideways must be reachable by keyboard
                tabIndex={0}
                className="min-w-0 flex-1 overflow-x-auto rounded-chip border border-line bg-s1 px-2 py-1.5 text-code"
              >
                <span className="mr-3 select-none text-tx3">{issue.line}</span>
                <span className="bg-delbg text-deltx">{issue.excerpt}</span>
              </pre>
              <CopyButton
                isIconOnly
                label={say("Copy the excerpt of line {line}", { line: issue.line })}
                text={issue.excerpt}
              />
            </div>
          )}
        </div>
      ))}
      {issues.length > SHOWN ? (
        <p className="text-small text-tx3">
          {say("{count} more; the JSON report has them all.", { count: issues.length - SHOWN })}
        </p>
      ) : null}
      {kept === null ? null : <p className="max-w-[84ch] text-small text-tx2">{kept}</p>}
    </div>
  );
}
