import { CopyButton } from "@/components/ui/copy-button";
import { useSay } from "@/components/words/words-provider";
import { keptSentence } from "@/lib/view-models/library/import-summary";
import { formatTokens } from "@/lib/wording/number-format";
import type { FileReport } from "../../lib/api/schemas/import-report";

const SHOWN = 20;

/** Lists the lines that could not be read or are improbable: where, why, their text, and what was kept nevertheless. A line that the file cuts off has a box of its own. */
export function ImportIssues({ report }: { report: FileReport }) {
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
          {say("{count} more; the report as JSON has them all.", { count: issues.length - SHOWN })}
        </p>
      ) : null}
      {kept === null ? null : <p className="max-w-[84ch] text-small text-tx2">{kept}</p>}
    </div>
  );
}
