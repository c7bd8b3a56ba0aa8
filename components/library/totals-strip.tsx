import Link from "next/link";
import type { ReactNode } from "react";
import { readTone } from "@/lib/read-models/read-tone";
import { type LibrarySummary, niceTop, type SpendOverTime, spendBars } from "@/lib/view-models/library/library-totals";
import { formatDay } from "@/lib/wording/format-day";
import { figureIn, formatMoney, formatShare, formatTokens } from "@/lib/wording/number-format";
import { type Say, sentence } from "@/lib/wording/say";
import { TONE } from "./tone";

type Props = {
  summary: LibrarySummary;
  /** The newest compaction that can be measured, counted from 1 within its session. */
  last: { readonly id: string; readonly number: number } | null;
  say: Say;
};

/** The cost of all sessions together and over time, and the largest losses to cache breaks. Rendered by the server. */
export function TotalsStrip({ summary, last, say }: Props) {
  const { totals, spend } = summary;
  const read = readTone(totals.readShare, totals.requests);
  const cost = figureIn(say, formatMoney(totals.cost));
  return (
    <section aria-label={say("Totals")} className="border-line border-b">
      <div className="grid grid-cols-2 divide-x divide-line max-lg:*:first:row-span-2 max-sm:hidden lg:grid-cols-[344px_1fr_minmax(420px,0.6fr)]">
        <Block
          title={say("All sessions")}
          note={say("{sessions} of your own", { sessions: formatTokens(totals.sessions) })}
        >
          <dl className="tabular text-small">
            <Line label={say("requests")}>{formatTokens(totals.requests)}</Line>
            <Line label={totals.isCostFloor ? say("known cost") : say("cost")}>{cost}</Line>
            <Line label={say("read from cache")}>
              <span className={read && TONE[read]}>{figureIn(say, formatShare(totals.readShare))}</span>
            </Line>
            <Line label={summary.isLossFloor ? say("lost to breaks, at least") : say("lost to breaks")}>
              {figureIn(say, formatMoney(totals.lostCost, { rounding: summary.isLossFloor ? "down" : "nearest" }))}
            </Line>
          </dl>
          <WhoSpentIt say={say} />
          <LastCompaction last={last} say={say} />
        </Block>
        <Block title={say("Spend")} note={<SpendLegend spend={spend} say={say} />}>
          <SpendChart spend={spend} say={say} />
        </Block>
        <Block title={say("Most lost to breaks")} note={say("all sessions; money, breaks")}>
          <MostLost summary={summary} say={say} />
        </Block>
      </div>
      <dl className="grid grid-cols-4 divide-x divide-line py-2 sm:hidden">
        <PhoneFigure label={say("sessions")}>{formatTokens(totals.sessions)}</PhoneFigure>
        <PhoneFigure label={say("cost")}>{cost}</PhoneFigure>
        <PhoneFigure label={say("read")}>{figureIn(say, formatShare(totals.readShare))}</PhoneFigure>
        <PhoneFigure label={say("lost")}>{figureIn(say, formatMoney(totals.lostCost))}</PhoneFigure>
      </dl>
      <div className="px-3 pb-2 sm:hidden">
        <WhoSpentIt say={say} />
        <LastCompaction last={last} say={say} />
      </div>
    </section>
  );
}

const SPENDERS = [
  ["tool", sentence("by tool")],
  ["mcp-server", sentence("by MCP server")],
  ["sub-agent", sentence("by sub-agent")],
] as const;

const LINK = "inline-flex min-h-6 items-center text-acc underline-offset-2 hover:underline";

/** Links to what each kind of spender cost. */
function WhoSpentIt({ say }: { say: Say }) {
  return (
    <p className="flex min-h-6 flex-wrap items-center gap-x-3 text-small lg:flex-nowrap lg:whitespace-nowrap">
      <span className="text-tx2">{say("Who spent it")}</span>
      {SPENDERS.map(([group, name]) => (
        <Link key={group} href={`/all-sessions/spend?group=${group}&period=all`} className={LINK} prefetch={false}>
          {say(name)}
        </Link>
      ))}
    </p>
  );
}

/** The receipt of the newest compaction. */
function LastCompaction({ last, say }: Pick<Props, "last" | "say">) {
  if (last === null) return null;
  const { id, number } = last;
  return (
    <p className="text-small">
      <Link href={`/sessions/${id}?compaction=${number}`} className={LINK} prefetch={false}>
        {say("What the last compaction lost")}
      </Link>
    </p>
  );
}

function Block({ title, note, children }: { title: string; note: ReactNode; children: ReactNode }) {
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

function MostLost({ summary: { totals, worst }, say }: Omit<Props, "last">) {
  if (worst.length === 0) {
    return (
      <p className="text-small text-tx3">
        {totals.lostCost === null
          ? say("Unknown: no session has both cache figures and prices.")
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
            className="proportional min-w-0 flex-1 truncate leading-6 no-underline hover:underline"
          >
            {item.title}
          </Link>
          <span aria-hidden className="h-1.5 w-15 shrink-0 bg-s3">
            <span className="data-fill block h-full bg-tx2" style={{ width: `${share * 100}%` }} />
          </span>
          <span className="w-18 whitespace-nowrap text-right font-medium">
            {formatMoney(item.lostCost, { isFloor: item.isFloor })}
          </span>
          <span className="w-6 text-right text-tx3">{item.breaks}</span>
        </li>
      ))}
    </ol>
  );
}

const GREYS = ["var(--tx2)", "var(--ctl)", "var(--line2)"];
const greyOf = (group: number): string => GREYS[group] ?? "var(--line2)";

const UNITS = { day: sentence("by day"), week: sentence("by week"), month: sentence("by month") } as const;

type SpendProps = { spend: SpendOverTime; say: Say };

/** The unit of the bars, and each family's grey. */
function SpendLegend({ spend: { unit, groups }, say }: SpendProps) {
  return (
    <>
      {say(UNITS[unit])}
      {groups.map((group, index) => (
        <span key={group} className="ml-2.5 inline-flex items-center gap-1">
          <span aria-hidden className="data-fill size-2 rounded-[1px]" style={{ background: greyOf(index) }} />
          {say.known(group)}
        </span>
      ))}
    </>
  );
}

const BOX = { width: 300, height: 80 };

/** Spend over time, stacked by model family in greys, because no model has its own colour. */
function SpendChart({ spend, say }: SpendProps) {
  const top = niceTop(spend.maxSpend);
  const first = spend.periods[0]?.start;
  const last = spend.periods.at(-1)?.start;
  if (first === undefined || last === undefined)
    return <p className="text-small text-tx3">{say("No session has a date.")}</p>;
  return (
    <figure className="flex gap-2">
      <div
        aria-hidden
        className="tabular flex h-20 w-8 flex-col justify-between text-right text-micro text-tx3 leading-none"
      >
        <span>{formatMoney(top).replace(/\.0+$|(?<=\.\d+)0+$/, "")}</span>
        <span>$0</span>
      </div>
      <div className="min-w-0 flex-1">
        <svg
          viewBox={`0 0 ${BOX.width} ${BOX.height}`}
          preserveAspectRatio="none"
          className="h-20 w-full"
          role="img"
          aria-label={say("Spend {byUnit} from {first} to {last}; highest: {maxSpend}", {
            byUnit: say(UNITS[spend.unit]),
            first: formatDay(first, "day", say),
            last: formatDay(last, "day", say),
            maxSpend: formatMoney(spend.maxSpend),
          })}
        >
          {[0.5, BOX.height - 0.5].map((y) => (
            <line
              key={y}
              x1="0"
              x2={BOX.width}
              y1={y}
              y2={y}
              stroke={y < 1 ? "var(--line)" : "var(--line2)"}
              vectorEffect="non-scaling-stroke"
            />
          ))}
          {spendBars(spend, top, BOX).map((bar) => (
            <rect
              key={`${bar.start}-${bar.group}`}
              x={bar.x}
              y={bar.y}
              width={bar.width}
              height={bar.height}
              fill={greyOf(bar.group)}
            >
              <title>{`${periodName(bar.start, spend.unit, say)}: ${formatMoney(bar.amount)} ${say.known(spend.groups[bar.group] ?? "")}`}</title>
            </rect>
          ))}
        </svg>
        <figcaption className="flex justify-between text-micro text-tx3">
          <span>{periodName(first, spend.unit, say)}</span>
          <span>{periodName(last, spend.unit, say)}</span>
        </figcaption>
      </div>
    </figure>
  );
}

/** A week is named by its Monday. */
const periodName = (start: string, unit: SpendOverTime["unit"], say: Say): string =>
  formatDay(start, unit === "month" ? "month" : "day", say);
