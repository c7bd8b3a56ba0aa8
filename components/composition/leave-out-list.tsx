"use client";
import { cn } from "@/components/ui/cn";
import { useSay } from "@/components/words/words-provider";
import type { LeaveOutRow } from "@/lib/read-models/words/composition";
import { formatMoney, formatTokens, UNKNOWN_TEXT } from "@/lib/wording/number-format";

type Props = {
  rows: readonly LeaveOutRow[];
  /** The position of the request whose prompt it is, from 0. */
  at: number;
  chosen: string | null;
  onChoose: (id: string | null) => void;
};

/** What could be left out of the prompt, the costliest first. Choosing a row shows its parts in the map and the table. */
export function LeaveOutList({ rows, at, chosen, onChoose }: Props) {
  const say = useSay();
  return (
    <section aria-label={say("What could be left out")} className="min-w-0">
      <div className="tabular flex h-10 items-center gap-3 border-line2 border-b px-4 text-micro text-tx3 max-sm:px-3">
        <h2 className="font-semibold text-small text-tx">{say("What could be left out")}</h2>
        {/* Findings has the same kinds with larger sums, of all requests of all agents. */}
        <span className="mr-auto min-w-0 truncate">{say("in request {at}", { at: at + 1 })}</span>
        <span>{say("tokens")}</span>
        <span className="w-18 text-right">{say("carry cost")}</span>
      </div>
      <ul>
        {rows.map((row) => (
          <li key={row.id}>
            <button
              type="button"
              aria-pressed={row.id === chosen}
              onClick={() => onChoose(row.id === chosen ? null : row.id)}
              className={cn(
                "tabular grid w-full grid-cols-[minmax(0,1fr)_auto_4.5rem] gap-x-3 border-line border-b px-4 py-1.5 text-left text-small -outline-offset-2 hover:bg-s2 max-sm:px-3",
                row.id === chosen && "bg-accbg shadow-[inset_2px_0_0_var(--acc)] hover:bg-accbg",
              )}
            >
              <span className="font-medium">{say.known(row.title)}</span>
              <Figure text={say.known(formatTokens(row.tokens))} isQuiet={!row.tokens} />
              <Figure
                text={row.tokens === 0 ? "0" : say.known(formatMoney(row.cost))}
                isQuiet={!row.tokens || row.cost === null}
                isBold
              />
              <span className="col-span-3 text-micro text-tx2">{row.note}</span>
              {row.tokens === 0 ? null : (
                <span className="col-span-3 text-micro text-tx3">{say.known(row.advice)}</span>
              )}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Figure({ text, isQuiet, isBold = false }: { text: string; isQuiet: boolean; isBold?: boolean }) {
  return (
    <span className={cn("text-right", isQuiet || text === UNKNOWN_TEXT ? "text-tx3" : isBold && "font-semibold")}>
      {text}
    </span>
  );
}
