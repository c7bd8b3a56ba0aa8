"use client";
import { Check, Copy, TriangleAlert, X } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { importAction, reportState } from "@/lib/view-models/import-summary";
import { nameClient } from "@/lib/view-models/library-item";
import { formatTokens } from "@/lib/view-models/number-format";
import { formatBytes } from "@/lib/view-models/upload-plan";
import { ImportIssues } from "./import-issues";
import type { FileReportJson } from "./import-types";

const ICON = { done: Check, duplicate: Copy, partial: TriangleAlert, failed: X } as const;
const COLOR = { done: "text-good", duplicate: "text-tx3", partial: "text-warn", failed: "text-bad" } as const;

/** One file of an import. Bad lines open in place. A duplicate is neutral, not an error. */
export function ImportFileRow({ report }: { report: FileReportJson }) {
  const [isOpen, setOpen] = useState(false);
  const state = reportState(report);
  const Icon = ICON[state];
  const counts = state === "duplicate" || state === "failed" ? null : report.rows;
  const figure = (value: number | undefined) => (value === undefined ? "–" : formatTokens(value));
  return (
    <>
      <tr className="border-line border-b">
        <td className={cn("h-9 pl-4", COLOR[state])}>
          <Icon aria-label={state} className="size-4 stroke-[1.75]" />
        </td>
        <th scope="row" className="max-w-70 truncate px-2 font-medium" title={report.file_name}>
          {report.file_name}
        </th>
        <td className="whitespace-nowrap px-2 text-tx2">{report.format ? nameClient(report.format) : "–"}</td>
        <td
          className={cn("max-w-90 px-2 text-tx2", report.error ? "whitespace-normal py-2" : "truncate")}
          title={report.error ? undefined : (report.detected_by ?? "")}
        >
          {report.error
            ? report.error.message
            : state === "duplicate"
              ? `same content, sha256 ${report.sha256.slice(0, 4)}…${report.sha256.slice(-4)}`
              : report.detected_by}
        </td>
        <td className="tabular whitespace-nowrap px-2 text-right">{formatBytes(report.bytes)}</td>
        <td className="tabular px-2 text-right">{figure(counts?.read)}</td>
        <td className="tabular px-2 text-right">{figure(counts?.interpreted)}</td>
        <td className="tabular px-2 text-right">{figure(counts?.kept)}</td>
        <td className={cn("tabular px-2 text-right", counts && counts.bad > 0 && "font-semibold text-bad")}>
          {figure(counts?.bad)}
        </td>
        <td className="tabular px-2 text-right">{report.sessions.length}</td>
        <td className="whitespace-nowrap pr-4 text-right">
          <RowAction report={report} isOpen={isOpen} onToggle={() => setOpen((open) => !open)} />
        </td>
      </tr>
      {isOpen ? (
        <tr className="border-line border-b">
          <td />
          <td colSpan={10} className="max-w-0 pt-1 pr-4 pb-4 pl-2">
            <ImportIssues report={report} />
          </td>
        </tr>
      ) : null}
    </>
  );
}

function RowAction({ report, isOpen, onToggle }: { report: FileReportJson; isOpen: boolean; onToggle: () => void }) {
  const action = importAction(report);
  return (
    <>
      {report.issues.length > 0 ? (
        <Button size="sm" variant="quiet" className="text-acc" aria-expanded={isOpen} onClick={onToggle}>
          {isOpen ? "Hide" : `Show ${report.issues.length}`}
        </Button>
      ) : null}
      {action ? (
        <Link
          href={`/sessions/${action.id}`}
          className={cn("no-underline hover:underline", report.duplicate ? "text-tx2" : "text-acc")}
        >
          {action.label}
        </Link>
      ) : null}
    </>
  );
}
