import { useSay } from "@/components/words/words-provider";
import { keptKindRows } from "@/lib/view-models/library/import-report";
import type { FileReport } from "../../lib/api/schemas/import-report";

type Props = { reports: readonly FileReport[] };

/** Rows of the files that no figure depends on, by kind, with their meaning; folded for several files. */
export function KeptRows({ reports }: Props) {
  const say = useSay();
  const kinds = keptKindRows(reports, say);
  if (kinds.length === 0) return null;
  return (
    <details open={reports.length === 1} className="min-w-0">
      <summary className="cursor-pointer text-small">
        <span className="font-semibold">{say("Stored, not interpreted")}</span>
        <span className="ml-2 text-tx3">{say("stored verbatim, not included in any figure")}</span>
      </summary>
      <ul className="tabular mt-1 text-small">
        {kinds.map(({ kind, format, count, what }) => (
          <li
            key={`${format} ${kind}`}
            className="flex flex-wrap items-baseline gap-x-4 border-line border-b py-1 last:border-b-0"
          >
            <span lang="en" className="min-w-0 basis-48 truncate font-mono text-code" title={kind}>
              {kind}
            </span>
            <span className="basis-24 truncate text-tx2">{format}</span>
            <span className="basis-12 text-right">{count}</span>
            <span className="min-w-0 flex-1 basis-64 text-micro text-tx3">{what}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
