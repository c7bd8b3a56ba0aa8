import Link from "next/link";
import type { ReactNode } from "react";
import { readTone } from "@/lib/view-models/library/library-table";
import type { LibrarySummary } from "@/lib/view-models/library/library-totals";
import { formatMoney, formatShare, formatTokens } from "@/lib/wording/number-format";
import type { Say } from "@/lib/wording/say";
import { ReadChart } from "./read-chart";
import { SpendChart } from "./spend-chart";
import { TONE } from "./tone";

type Props = { summary: LibrarySummary; say: Say };

/** Shows what all sessions cost together and by day, and which lost most to cache breaks. The server draws it. */
export function TotalsStrip({ summary, say }: Props) {
  const { totals, daily } = summary;
  const read = readTone(totals.readShare);
  const cost = say.known(formatMoney(totals.cost));
  const groups = daily.groups.map(say.known);
  return (
    <section aria-label={say("Totals")} className="border-line border-b">
      <div className="grid grid-cols-[220px_1fr_1fr_minmax(300px,1.1fr)] divide-x divide-line max-md:grid-cols-2 max-sm:hidden">
        <Block
          title={say("All sessions")}
          note={say("{sessions} imported", { sessions: formatTokens(totals.sessions) })}
        >
          <dl className="tabular text-small">
            <Line label={say("requests")}>{formatTokens(totals.requests)}</Line>
            <Line label={totals.isCostFloor ? say("cost, as far as known") : say("cost")}>{cost}</Line>
            <Line label={say("read from cache")}>
              <span className={read && TONE[read]}>{say.known(formatShare(totals.readShare))}</span>
            </Line>
            <Line label={say("lost to breaks")}>{say.known(formatMoney(totals.lostCost))}</Line>
          </dl>
        </Block>
        <Block
          title={say("Spend")}
          note={
            groups.length > 0
              ? say("by day and model: {groups}", { groups: groups.join(" · ") })
              : say("by day and model")
          }
        >
          <SpendChart daily={daily} say={say} />
        </Block>
        <Block title={say("Read from cache")} note={say("by day, bands at 80 and 94 %")}>
          <ReadChart summary={summary} say={say} />
        </Block>
        <Block title={say("Most lost to breaks")} note={say("all sessions; money, breaks")}>
          <MostLost summary={summary} say={say} />
        </Block>
      </div>
      <dl className="grid grid-cols-4 divide-x divide-line py-2 sm:hidden">
        <PhoneFigure label={say("sessions")}>{formatTokens(totals.sessions)}</PhoneFigure>
        <PhoneFigure label={say("cost")}>{cost}</PhoneFigure>
        <PhoneFigure label={say("read")}>{say.known(formatShare(totals.readShare))}</PhoneFigure>
        <PhoneFigure label={say("lost")}>{say.known(formatMoney(totals.lostCost))}</PhoneFigure>
      </dl>
    </section>
  );
}

function Block({ title, note, children }: { title: string; note: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col gap-1 px-4 py-3">
      <div className="flex items-baseline justify-between gap-2">
        <h2 className="shrink-0 font-semibold text-small">{title}</h2>
        <span className="truncate text-micro text-tx3">{note}</span>
      </div>
      {children}
    </div>
  );
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex h-5 items-center justify-between">
      <dt className="text-tx2">{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function PhoneFigure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-col-reverse px-3">
      <dt className="text-micro text-tx3">{label}</dt>
      <dd className="tabular whitespace-nowrap font-semibold text-figure">{children}</dd>
    </div>
  );
}

function MostLost({ summary: { totals, worst }, say }: Props) {
  if (worst.length === 0) {
    return (
      <p className="text-small text-tx3">
        {totals.lostCost === null
          ? say("Unknown: no session has both cache counters and prices.")
          : say("No session lost money to a cache break.")}
      </p>
    );
  }
  return (
    <ol className="tabular text-small">
      {worst.map(({ item, share }) => (
        <li key={item.id} className="flex h-6 items-center gap-2">
          <Link
            href={`/sessions/${item.id}`}
            className="min-w-0 flex-1 truncate leading-6 no-underline hover:underline"
          >
            {item.title}
          </Link>
          <span aria-hidden className="h-1.5 w-15 shrink-0 bg-s3">
            <span className="data-fill block h-full bg-tx2" style={{ width: `${share * 100}%` }} />
          </span>
          <span className="w-14 text-right font-medium">{formatMoney(item.lostCost)}</span>
          <span className="w-6 text-right text-tx3">{item.breaks}</span>
        </li>
      ))}
    </ol>
  );
}
