"use client";
import Link from "next/link";
import { parseAsString, parseAsStringLiteral, useQueryState } from "nuqs";
import { EmptyState } from "@/components/ui/empty-state";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { useSay } from "@/components/words/words-provider";
import type { LibrarySpend, LibrarySpendRow } from "@/lib/api/schemas/spend";
import { goneSince } from "@/lib/view-models/spend/gone-since";
import { PERIODS, type Period } from "@/lib/view-models/spend/period";
import { librarySpendSentence } from "@/lib/view-models/spend/spend-words";
import { formatDay } from "@/lib/wording/format-day";
import { groupChoices } from "./group-choices";
import { SpendOverTime } from "./spend-over-time";
import { SpendTable } from "./spend-table";

type Props = { spend: LibrarySpend; period: Period };

/** What used the tokens and the money of several sessions: one sentence, and a row for each spender. */
export function LibrarySpendView({ spend, period }: Props) {
  const say = useSay();
  const [group, setGroup] = useQueryState(
    "group",
    parseAsString.withDefault("all").withOptions({ history: "replace" }),
  );
  const [, setPeriod] = useQueryState(
    "period",
    parseAsStringLiteral(PERIODS).withOptions({ history: "replace", shallow: false }),
  );
  const names: Readonly<Record<Period, string>> = {
    7: say("7 days"),
    30: say("30 days"),
    all: say("All time"),
  };
  const rows = spend.rows.filter((row) => group === "all" || row.group === group);
  return (
    <>
      <div className="flex flex-wrap items-center gap-3 px-4 py-2 max-sm:px-3">
        <SegmentedControl
          label={say("Period")}
          value={period}
          onValueChange={(chosen) => void setPeriod(chosen)}
          segments={PERIODS.map((value) => ({ value, label: names[value] }))}
        />
        {spend.rows.length === 0 ? null : (
          <div className="max-w-full overflow-x-auto">
            {" "}
            <SegmentedControl
              label={say("Rows")}
              value={group}
              onValueChange={(chosen) => void setGroup(chosen)}
              segments={[{ value: "all", label: say("All") }, ...groupChoices(spend.rows, say)]}
            />
          </div>
        )}
      </div>
      {spend.rows.length === 0 ? (
        <EmptyState title={say("No session of your own in this period")}>
          {say("Choose a longer period, or import sessions.")}
        </EmptyState>
      ) : (
        <>
          <p className="border-line2 border-y bg-s1 px-4 py-2 font-semibold text-figure max-sm:px-3">
            {librarySpendSentence(spend, say)}
          </p>
          <SpendTable rows={rows} noteOf={(row) => <GoneSince row={row} rows={spend.rows} />} />
          <SpendOverTime spend={spend} rows={rows} />
        </>
      )}
    </>
  );
}

/** Links an MCP server that the newest sessions lack to the comparison of sessions before and after its removal. */
function GoneSince({ row, rows }: { row: LibrarySpendRow; rows: readonly LibrarySpendRow[] }) {
  const say = useSay();
  const day = row.group === "mcp-server" ? goneSince(row, rows) : null;
  if (day === null) return null;
  return (
    <Link
      href={`/all-sessions/help?by=date&date=${day}&pair=none`}
      prefetch={false}
      className="inline-flex min-h-6 shrink-0 items-center text-acc text-micro underline-offset-2 hover:underline max-sm:basis-full max-sm:pl-[22px]"
    >
      {say("none since {day}: what changed?", { day: formatDay(day, "day", say) })}
    </Link>
  );
}
