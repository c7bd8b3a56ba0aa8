import Link from "next/link";
import type { ReactNode } from "react";
import { readTone } from "@/lib/read-models/read-tone";
import {
  type DailyTotals,
  type LibrarySummary,
  niceTop,
  readPoints,
  spendBars,
  whyNoReadChart,
} from "@/lib/view-models/library/library-totals";
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

/** The cost of all sessions together and by day, and the largest losses to cache breaks. Rendered by the server. */
export function TotalsStrip({ summary, last, say }: Props) {
  const { totals, daily } = summary;
  const read = readTone(totals.readShare, totals.requests);
  const cost = figureIn(say, formatMoney(totals.cost));
  const groups = daily.groups.map(say.known);
  return (
    <section aria-label={say("Totals")} className="border-line border-b">
      <div className="grid grid-cols-[220px_1fr_1fr_minmax(300px,1.1fr)] divide-x divide-line max-md:grid-cols-2 max-sm:hidden lg:grid-cols-[344px_1fr_1fr_minmax(300px,1.1fr)]">
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
              {figureIn(say, formatMoney(totals.lostCost))}
            </Line>
          </dl>
          <WhoSpentIt say={say} />
          <LastCompaction last={last} say={say} />
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
            className="min-w-0 flex-1 truncate leading-6 no-underline hover:underline"
          >
            {item.title}
          </Link>
          <span aria-hidden className="h-1.5 w-15 shrink-0 bg-s3">
            <span className="data-fill block h-full bg-tx2" style={{ width: `${share * 100}%` }} />
          </span>
          <span className="w-18 whitespace-nowrap text-right font-medium">
            {item.isFloor ? "≥ " : ""}
            {formatMoney(item.lostCost)}
          </span>
          <span className="w-6 text-right text-tx3">{item.breaks}</span>
        </li>
      ))}
    </ol>
  );
}

const GREYS = ["var(--tx2)", "var(--ctl)", "var(--line2)"];

/** Spend by day, stacked by model family in greys, because no model has its own colour. */
function SpendChart({ daily, say }: { daily: DailyTotals; say: Say }) {
  const top = niceTop(daily.maxSpend);
  const first = daily.days[0]?.day ?? null;
  const last = daily.days.at(-1)?.day ?? null;
  if (first === null) return <p className="text-small text-tx3">{say("No session has a date.")}</p>;
  return (
    <figure className="flex gap-2">
      <div
        aria-hidden
        className="tabular flex h-13 w-8 flex-col justify-between text-right text-micro text-tx3 leading-none"
      >
        <span>{formatMoney(top).replace(/\.00$/, "")}</span>
        <span>0</span>
      </div>
      <div className="min-w-0 flex-1">
        <svg
          viewBox="0 0 300 52"
          preserveAspectRatio="none"
          className="h-13 w-full"
          role="img"
          aria-label={say("Spend by day from {first} to {last}; highest day: {maxSpend}", {
            first: formatDay(first, "day", say),
            last: formatDay(last, "day", say),
            maxSpend: formatMoney(daily.maxSpend),
          })}
        >
          <line x1="0" x2="300" y1="0.5" y2="0.5" stroke="var(--line)" vectorEffect="non-scaling-stroke" />
          <line x1="0" x2="300" y1="51.5" y2="51.5" stroke="var(--line2)" vectorEffect="non-scaling-stroke" />
          {spendBars(daily, top, { width: 300, height: 52 }).map((bar) => (
            <rect
              key={`${bar.day}-${bar.group}`}
              x={bar.x}
              y={bar.y}
              width={bar.width}
              height={bar.height}
              fill={GREYS[bar.group] ?? GREYS[2]}
            >
              <title>{`${formatDay(bar.day, "day", say)}: ${formatMoney(bar.amount)} ${say.known(daily.groups[bar.group] ?? "")}`}</title>
            </rect>
          ))}
        </svg>
        <figcaption className="flex justify-between text-micro text-tx3">
          <span>{formatDay(first, "day", say)}</span>
          <span>{formatDay(last, "day", say)}</span>
        </figcaption>
      </div>
    </figure>
  );
}

const SIZE = { width: 300, height: 52 };

type ReadChartProps = { summary: LibrarySummary; say: Say };

/** The cache-read share by day; the band from 80 to 94 % is grey, and a day below it has a ring. */
function ReadChart({ summary, say }: ReadChartProps) {
  const { daily } = summary;
  const { points, floor, y } = readPoints(daily, SIZE);
  const nothing = whyNoReadChart(summary, say);
  if (nothing !== null) return <p className="text-small text-tx3">{nothing}</p>;
  const line = points.map((point) => `${point.x},${point.y}`).join(" ");
  return (
    <figure className="flex gap-2">
      <div aria-hidden className="tabular relative h-13 w-8 text-right text-micro text-tx3 leading-none">
        {[0.94, 0.8].map((share) => (
          <span key={share} className="-translate-y-1/2 absolute right-0" style={{ top: y(share) }}>
            {Math.round(share * 100)} %
          </span>
        ))}
      </div>
      <div className="min-w-0 flex-1">
        <svg
          viewBox="0 0 300 52"
          className="h-13 w-full overflow-visible"
          preserveAspectRatio="none"
          role="img"
          aria-label={say("Share read from cache by day, from {share} to {share2}", {
            share: formatShare(Math.min(...points.map((point) => point.share))),
            share2: formatShare(Math.max(...points.map((point) => point.share))),
          })}
        >
          <rect x="0" width="300" y={y(0.94)} height={y(0.8) - y(0.94)} fill="var(--s2)" />
          <line x1="0" x2="300" y1="51.5" y2="51.5" stroke="var(--line2)" vectorEffect="non-scaling-stroke" />
          <polyline points={line} fill="none" stroke="var(--tx)" strokeWidth="1.25" vectorEffect="non-scaling-stroke" />
          {points.map((point) => (
            <line
              key={point.day}
              x1={point.x}
              x2={point.x}
              y1={point.y}
              y2={point.y}
              stroke={point.share < 0.8 ? "var(--bad)" : "var(--tx)"}
              strokeWidth="6"
              strokeLinecap="round"
              vectorEffect="non-scaling-stroke"
            >
              <title>{`${formatDay(point.day, "day", say)}: ${formatShare(point.share)}`}</title>
            </line>
          ))}
        </svg>
        <figcaption className="flex justify-between text-micro text-tx3">
          <span>{formatDay(daily.days[0]?.day ?? null, "day", say)}</span>
          {floor > 0 ? <span>{say("axis from {round} %", { round: Math.round(floor * 100) })}</span> : null}
          <span>{formatDay(daily.days.at(-1)?.day ?? null, "day", say)}</span>
        </figcaption>
      </div>
    </figure>
  );
}
