import { CopyButton } from "@/components/ui/copy-button";
import { useSay } from "@/components/words/words-provider";
import { noteSentences, shapeAdvice } from "@/lib/view-models/format-notes";
import { ISSUE_ADDRESS } from "@/lib/view-models/issue-address";
import { formatTokens } from "@/lib/view-models/number-format";
import type { FileReport } from "../../lib/api/schemas/import-report";
import { ImportIssues } from "./import-issues";

/** Details of one imported file: its bad lines, what its format leaves out, and its shape to paste into an issue. */
export function ImportDetails({ report }: { report: FileReport }) {
  const say = useSay();
  const notes = report.notes ? noteSentences(report.notes, say) : [];
  return (
    <div className="flex flex-col gap-3">
      {report.issues.length > 0 ? <ImportIssues report={report} /> : null}
      <KeptRows kinds={report.kept_kinds ?? []} />
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

/** Rows that the log holds and that no figure rests on, by kind. */
function KeptRows({ kinds }: { kinds: NonNullable<FileReport["kept_kinds"]> }) {
  const say = useSay();
  if (kinds.length === 0) return null;
  return (
    <section aria-label={say("Kept, not read")}>
      <p className="text-small">
        <span className="font-semibold">{say("Kept, not read")}</span>
        <span className="ml-2 text-tx3">{say("word for word in the imported file; no figure rests on them")}</span>
      </p>
      <dl className="tabular mt-1 grid w-fit grid-cols-[minmax(0,1fr)_auto] gap-x-6 text-small">
        {kinds.map(({ kind, count }) => (
          <div key={kind} className="col-span-2 grid grid-cols-subgrid border-line border-b py-0.5">
            <dt className="truncate font-mono text-code">{kind}</dt>
            <dd className="text-right">{formatTokens(count)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
