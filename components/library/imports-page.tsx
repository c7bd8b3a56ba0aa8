"use client";
import type { Route } from "next";
import Link from "next/link";
import { Fragment } from "react";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { EmptyState } from "@/components/ui/empty-state";
import { useSay } from "@/components/words/words-provider";
import type { FoundRoot } from "@/lib/api/schemas/discovery";
import type { FileReport } from "@/lib/api/schemas/import-report";
import { placeOf } from "@/lib/view-models/library/found-sessions";
import { importReportText, toCutLine } from "@/lib/view-models/library/import-report";
import { byNotes, type ReportState, reportState, summariseImports } from "@/lib/view-models/library/import-summary";
import { ImportFileRow } from "./import-file-row";
import { ImportFoot } from "./import-foot";
import { ImportRunningRow } from "./import-running-row";
import { ImportGroup, ImportTable } from "./import-table";
import { type FoundFiles, isRunning } from "./import-types";
import { useDiscovery } from "./use-discovery";
import { useImports } from "./use-imports";

type Props = {
  imports: readonly { readonly report: FileReport; readonly at: string }[];
  /** Current and last page number, from 1. */
  page: number;
  pages: number;
};

const isComplete = (state: ReportState): boolean => state === "done" || state === "duplicate";

/** Stored reports of everything in the library: on each page, files with a problem come first, then the newest import. */
export function ImportsPage({ imports, page, pages }: Props) {
  const say = useSay();
  const { queue, entries } = useImports();
  const reports = imports.map(({ report }) => report);
  const { roots } = useDiscovery(reports.some((report) => toCutLine(report) !== null));
  const groups = [
    { title: say("Not imported"), rows: imports.filter(({ report }) => reportState(report) === "failed") },
    {
      title: say("Incomplete"),
      rows: imports
        .filter(({ report }) => reportState(report) === "partial")
        .toSorted((one, other) => byNotes(one.report, other.report)),
    },
    { title: say("Complete"), rows: imports.filter(({ report }) => isComplete(reportState(report))) },
  ].filter(({ rows }) => rows.length > 0);
  const summary = summariseImports([{ phase: "done", reports }], say);
  return (
    <main id="main" className="flex min-w-0 flex-col">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line2 border-b px-4 py-2.5 max-sm:px-3">
        <div className="min-w-0 flex-1 max-sm:basis-full">
          <h1 className="font-semibold text-title">{say("Imports")}</h1>
          <p className="text-small text-tx2">
            {say("Every file that was read, problems first. Rejected files are not stored, only this report.")}
          </p>
        </div>
        <CopyButton label={say("Copy report")} text={() => importReportText(reports, summary, say)} />
        <Button asChild variant="primary">
          <Link href="/">{say("Import")}</Link>
        </Button>
      </div>
      {reports.length === 0 ? (
        <EmptyState title={say("No import yet")}>{say("Import files on the library page.")}</EmptyState>
      ) : (
        <>
          <ImportTable hasTimes>
            {entries.filter(isRunning).map((entry) => (
              <ImportRunningRow hasTime key={entry.key} entry={entry} onCancel={() => queue.cancel(entry.key)} />
            ))}
            {groups.map(({ title, rows }) => (
              <Fragment key={title}>
                {groups.length > 1 ? <ImportGroup title={title} count={rows.length} /> : null}
                {rows.map(({ report, at }) => (
                  <ImportFileRow
                    key={`${report.sha256} ${at}`}
                    report={report}
                    at={at}
                    found={foundOf(report, roots)}
                    queue={queue}
                  />
                ))}
              </Fragment>
            ))}
          </ImportTable>
          {pages > 1 ? <Pager page={page} pages={pages} /> : null}
          <ImportFoot reports={reports} />
        </>
      )}
    </main>
  );
}

/** Only what is needed to read a truncated file again: its current location on this machine. */
const foundOf = (report: FileReport, roots: readonly FoundRoot[] | null): FoundFiles | null =>
  roots !== null && toCutLine(report) !== null ? placeOf(report.file_name, roots) : null;

function Pager({ page, pages }: { page: number; pages: number }) {
  const say = useSay();
  const href = (number: number) => `/imports?page=${number}` as Route;
  return (
    <nav aria-label={say("Pages of imports")} className="flex items-center gap-3 px-4 py-2 text-small max-sm:px-3">
      {page > 1 ? <Link href={href(page - 1)}>{say("Newer")}</Link> : null}
      <span className="tabular text-tx2">{say("page {page} of {pages}", { page, pages })}</span>
      {page < pages ? <Link href={href(page + 1)}>{say("Older")}</Link> : null}
    </nav>
  );
}
