import { useSay } from "@/components/words/words-provider";
import type { SessionSummary } from "../../lib/api/schemas/session";

/** The session's page compares these totals figure by figure. */
const SHOWN_AS_TABLE = "totals-differ";

/** Notes of the import: bad lines, totals that belong to no single call, usage that is probably in another file. */
export function ImportNotes({ notes: all }: { notes: SessionSummary["import_notes"] }) {
  const say = useSay();
  const notes = all.filter(({ code }) => code !== SHOWN_AS_TABLE);
  if (notes.length === 0) return null;
  return (
    <details className="text-small text-warn">
      <summary className="cursor-pointer">
        {say("{count, plural, one {# note} other {# notes}} of the import", { count: notes.length })}
      </summary>
      <ul className="max-w-[84ch] py-1 text-tx2">
        {notes.map(({ code, message, line }) => (
          <li key={`${code}-${line}-${message}`}>
            {say.known(message)}
            {line > 0 ? <span className="tabular ml-2 text-tx3">{say("line {line}", { line })}</span> : null}
          </li>
        ))}
      </ul>
    </details>
  );
}
