"use client";
import { Check, Copy, TriangleAlert, X } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { useSay } from "@/components/words/words-provider";
import { nameClient } from "@/lib/read-models/library-item";
import { detailsLabel, importAction, reportState } from "@/lib/view-models/library/import-summary";
import { formatDay } from "@/lib/wording/format-day";
import { formatBytes, formatTokens } from "@/lib/wording/number-format";
import { type Say, sentence } from "@/lib/wording/say";
import type { FileReport } from "../../lib/api/schemas/import-report";
import { ImportDetails } from "./import-details";
import type { ImportQueue } from "./import-queue";
import type { FoundFiles } from "./import-types";

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
  /** When the file was imported or refused; its column is left out without. */
  at?: string;
};

/** One file of an import, whose bad lines can be unfolded. A duplicate is shown as neutral, not as an error. */
export function ImportFileRow({ report, found = null, queue = null, at }: Props) {
  const say = useSay();
  const state = reportState(report);
  const [isOpen, setOpen] = useState(state === "partial");
  const Icon = ICON[state];
  const counts = state === "duplicate" || state === "failed" ? null : report.rows;
  const figure = (value: number | undefined) => (value === undefined ? "–" : formatTokens(value));
  return (
    <>
      <tr className="border-line border-b">
        <td className={cn("h-9 pl-4", COLOR[state])}>
          <Icon aria-label={say.known(STATE[state])} className="size-4 stroke-[1.75]" />
        </td>
        <th
          scope="row"
          className="max-w-70 px-2 font-medium max-sm:w-full max-sm:max-w-0 max-sm:py-2"
          title={report.file_name}
        >
          <span className="block truncate">{report.file_name}</span>
          <span className="block font-normal text-tx2 sm:hidden">{phoneLine(report, state, say)}</span>
          {at === undefined ? null : (
            <span className="block font-normal text-tx3 sm:hidden">
              {say("{time} UTC", { time: formatDay(at, "time", say) })}
            </span>
          )}
        </th>
        {at === undefined ? null : (
          <td className="tabular whitespace-nowrap px-2 text-tx2 max-sm:hidden">{formatDay(at, "time", say)}</td>
        )}
        <td className="whitespace-nowrap px-2 text-tx2 max-sm:hidden">
          {report.format ? nameClient(report.format) : "–"}
        </td>
        <td
          className={cn("max-w-90 px-2 text-tx2 max-sm:hidden", report.error ? "whitespace-normal py-2" : "truncate")}
          // What the importer recognised is told in the terms of the format, in English.
          lang={report.error || state === "duplicate" ? undefined : "en"}
          title={report.error ? undefined : (report.detected_by ?? "")}
        >
          {report.error
            ? say.known(report.error.message)
            : state === "duplicate"
              ? sameContent(report, say)
              : report.detected_by}
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

/** The columns for which a phone has no room, as a line under the file's name. */
function phoneLine(report: FileReport, state: ReturnType<typeof reportState>, say: Say): string {
  if (report.error) return say.known(report.error.message);
  if (state === "duplicate") return sameContent(report, say);
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
