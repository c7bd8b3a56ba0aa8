"use client";
import type { ReactNode } from "react";
import { Cell, FigureHeads, Table, TableHead, TableRow } from "@/components/ui/table";
import { useSay } from "@/components/words/words-provider";
import type { LibrarySpend, LibrarySpendRow } from "@/lib/api/schemas/spend";
import { COMPACTION_COLUMNS, compactionTable, weeksOf, weekTable } from "@/lib/view-models/spend/spend-over-time";
import { formatDay } from "@/lib/wording/format-day";

type Props = {
  spend: LibrarySpend;
  /** The rows that are shown. */
  rows: readonly LibrarySpendRow[];
};

/** The costliest spenders by week, and compaction losses by client and version. */
export function SpendOverTime({ spend, rows }: Props) {
  const say = useSay();
  const weeks = weeksOf({ rows });
  const { compactions } = spend;
  const days = weeks.map((week) => formatDay(week, "day", say));
  return (
    <>
      {weeks.length > 1 ? (
        <Section title={say("By week")} note={say("by the week in which a session began; weeks start on Monday")}>
          <Grid head={[say("what"), ...days]} rows={weekTable({ ...spend, rows: [...rows] }, say)} />
        </Section>
      ) : null}
      {compactions.length > 0 ? (
        <Section
          title={say("What compactions lost")}
          note={say("facts that were needed afterwards, by client and version")}
        >
          <Grid head={COMPACTION_COLUMNS} rows={compactionTable(compactions, say)} />
          {compactions.some(({ measured }) => measured === 0) ? (
            <p className="py-1 text-micro text-tx2">
              {say("–: the logs contain too little text to check what was needed afterwards.")}
            </p>
          ) : null}
        </Section>
      ) : null}
    </>
  );
}

function Section({ title, note, children }: { title: string; note: string; children: ReactNode }) {
  return (
    <div className="pt-4">
      <div className="flex flex-wrap items-baseline gap-x-3 px-4 pb-1 max-sm:px-3">
        <h2 className="font-semibold text-small">{title}</h2>
        <span className="text-micro text-tx2">{note}</span>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section tabIndex={0} aria-label={title} className="overflow-x-auto px-4 max-sm:px-3">
        {children}
      </section>
    </div>
  );
}

/** A table whose first column is text and whose others are figures. */
function Grid({ head, rows }: { head: readonly string[]; rows: readonly (readonly string[])[] }) {
  const say = useSay();
  const [first = "", ...others] = head;
  return (
    <Table>
      <TableHead>
        <FigureHeads first={first} figures={others} />
      </TableHead>
      <tbody>
        {rows.map(([name = "", ...figures]) => (
          <TableRow key={[name, ...figures].join(" ")}>
            <Cell className="h-[28px] max-w-64 truncate" title={name}>
              {name}
            </Cell>
            {others.map((column, at) => (
              <Cell key={column} isNumeric className="h-[28px] whitespace-nowrap">
                {say.known(figures[at] ?? "")}
              </Cell>
            ))}
          </TableRow>
        ))}
      </tbody>
    </Table>
  );
}
