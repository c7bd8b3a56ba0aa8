"use client";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { useSay } from "@/components/words/words-provider";
import { importReportText } from "@/lib/view-models/library/import-report";
import { summariseImports } from "@/lib/view-models/library/import-summary";
import { problemText } from "@/lib/wording/problem-text";
import { ImportFileRow } from "./import-file-row";
import { ImportFoot } from "./import-foot";
import type { ImportQueue } from "./import-queue";
import { ImportRunningRow } from "./import-running-row";
import { ImportTable } from "./import-table";
import { type ImportEntry, isRunning } from "./import-types";

type Props = { entries: readonly ImportEntry[]; queue: ImportQueue; onClose: () => void };

/** The result of each file: format and how it was recognised, rows, bad lines. Running files have a progress bar. */
export function ImportReport({ entries, queue, onClose }: Props) {
  const say = useSay();
  const summary = summariseImports(entries, say);
  const reports = entries.flatMap((entry) => entry.reports);
  return (
    <section aria-label={say("Import report")} className="border-line2 border-b">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2.5">
        <div className="min-w-0 flex-1 max-sm:basis-full">
          <h2 className="font-semibold text-title">{say("Import")}</h2>
          <p className="text-small text-tx2" role="status">
            {summary}
          </p>
        </div>
        <CopyButton label={say("Copy report")} text={() => importReportText(reports, summary, say)} />
        <CopyButton label={say("Report as JSON")} text={() => JSON.stringify(reports, null, 2)} />
        <Button onClick={() => queue.clear()}>{say("Clear finished")}</Button>
        <Button onClick={onClose}>{say("Close")}</Button>
      </div>
      <ImportTable>{entries.flatMap((entry) => rowsOf(entry, queue))}</ImportTable>
      {reports.length > 0 ? <ImportFoot reports={reports} hasLink /> : null}
    </section>
  );
}

function rowsOf(entry: ImportEntry, queue: ImportQueue) {
  if (isRunning(entry))
    return [<ImportRunningRow key={entry.key} entry={entry} onCancel={() => queue.cancel(entry.key)} />];
  if (entry.reports.length === 0) return [<EndedRow key={entry.key} entry={entry} />];
  return entry.reports.map((report) => (
    <ImportFileRow key={`${entry.key}-${report.file_name}`} report={report} found={entry.found ?? null} queue={queue} />
  ));
}

/** An import that ended without a report: refused, interrupted or cancelled. */
function EndedRow({ entry }: { entry: ImportEntry }) {
  const say = useSay();
  const isCancelled = entry.phase === "cancelled";
  return (
    <tr className="border-line border-b">
      <td className="h-9 pl-4 text-bad">
        {isCancelled ? <span className="text-tx3">–</span> : <span aria-hidden>×</span>}
      </td>
      <th scope="row" className="max-w-70 truncate px-2 font-medium">
        {entry.name}
      </th>
      <td colSpan={9} className="px-2 text-tx2">
        {isCancelled
          ? say("Cancelled; nothing was kept.")
          : `${entry.failure ? problemText(entry.failure, say) : say("Not imported.")} `}
        {entry.failure ? <code className="text-tx3">{entry.failure.code}</code> : null}
      </td>
    </tr>
  );
}
