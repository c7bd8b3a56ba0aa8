import { formatDay } from "@/lib/view-models/library-table";
import { type DailyTotals, niceTop, spendBars } from "@/lib/view-models/library-totals";
import { formatMoney } from "@/lib/view-models/number-format";

const GREYS = ["var(--tx2)", "var(--ctl)", "var(--line2)"];

/** Charts spend by day, stacked by model family in greys, because models have no colours of their own. */
export function SpendChart({ daily }: { daily: DailyTotals }) {
  const top = niceTop(daily.maxSpend);
  const first = daily.days[0]?.day ?? null;
  const last = daily.days.at(-1)?.day ?? null;
  if (first === null) return <p className="text-small text-tx3">No session says when it ran.</p>;
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
          aria-label={`Spend by day from ${formatDay(first)} to ${formatDay(last)}, at most ${formatMoney(daily.maxSpend)} a day`}
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
              <title>{`${formatDay(bar.day)}: ${formatMoney(bar.amount)} ${daily.groups[bar.group] ?? ""}`}</title>
            </rect>
          ))}
        </svg>
        <figcaption className="flex justify-between text-micro text-tx3">
          <span>{formatDay(first)}</span>
          <span>{formatDay(last)}</span>
        </figcaption>
      </div>
    </figure>
  );
}
