import { type DailyTotals, niceTop, spendBars } from "@/lib/view-models/library/library-totals";
import { formatDay } from "@/lib/wording/format-day";
import { formatMoney } from "@/lib/wording/number-format";
import type { Say } from "@/lib/wording/say";

const GREYS = ["var(--tx2)", "var(--ctl)", "var(--line2)"];

/** Charts spend by day, stacked by model family in greys, because models have no colours of their own. */
export function SpendChart({ daily, say }: { daily: DailyTotals; say: Say }) {
  const top = niceTop(daily.maxSpend);
  const first = daily.days[0]?.day ?? null;
  const last = daily.days.at(-1)?.day ?? null;
  if (first === null) return <p className="text-small text-tx3">{say("No session says when it ran.")}</p>;
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
          aria-label={say("Spend by day from {first} to {last}, at most {maxSpend} a day", {
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
