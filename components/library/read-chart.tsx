import { type LibrarySummary, readPoints, whyNoReadChart } from "@/lib/view-models/library/library-totals";
import { formatDay } from "@/lib/wording/format-day";
import { formatShare } from "@/lib/wording/number-format";
import type { Say } from "@/lib/wording/say";

const SIZE = { width: 300, height: 52 };

type Props = { summary: LibrarySummary; say: Say };

/** Charts the cache-read share by day; the band from 80 to 94 % is grey, and a day below it has a ring. */
export function ReadChart({ summary, say }: Props) {
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
