import { CopyButton } from "@/components/ui/copy-button";
import { useSay } from "@/components/words/words-provider";
import { ISSUE_ADDRESS } from "@/lib/view-models/library/issue-address";
import { noteSentences, shapeAdvice } from "@/lib/view-models/session/format-notes";
import type { FileReport } from "../../lib/api/schemas/import-report";
import { CutLineBox } from "./cut-line";
import { ImportIssues } from "./import-issues";
import type { ImportQueue } from "./import-queue";
import type { FoundFiles } from "./import-types";
import { KeptRows } from "./kept-rows";

type Props = { report: FileReport; found?: FoundFiles | null; queue?: ImportQueue | null };

/** Details of one imported file: its bad lines, what its format leaves out, and its shape to paste into an issue. */
export function ImportDetails({ report, found = null, queue = null }: Props) {
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
