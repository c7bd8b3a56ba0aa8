import type { BillBar } from "@/lib/view-models/two-arms/two-arms-view";

/** Cache states have their colours everywhere; output and other agents take neutral ones. */
const COLORS: Readonly<Record<string, string>> = {
  reads: "var(--cache-read)",
  writes: "var(--cache-written)",
  plainInput: "var(--cache-uncached)",
  output: "var(--tx3)",
  others: "var(--series-2)",
};

/** Both bills to one scale, part by part. */
export function BillBars({ bars }: { bars: readonly BillBar[] }) {
  const shown = new Map(bars.flatMap(({ parts }) => parts.map(({ part, title }) => [part, title] as const)));
  if (bars.length === 0) return null;
  return (
    <div className="border-line2 border-b px-4 py-3 max-sm:px-3">
      {bars.map((bar) => (
        <div
          key={bar.arm}
          className="mb-1.5 grid grid-cols-[112px_minmax(0,1fr)_64px] items-center gap-3 text-small max-sm:grid-cols-[80px_minmax(0,1fr)_56px]"
        >
          <span className="truncate text-tx2" title={bar.arm}>
            {bar.arm}
          </span>
          <span aria-hidden className="flex h-3.5">
            {bar.parts.map(({ part, share }) => (
              <span key={part} style={{ width: `${100 * share}%`, background: COLORS[part] }} />
            ))}
          </span>
          <span className="tabular text-right font-medium">{bar.total}</span>
        </div>
      ))}
      <p className="flex flex-wrap gap-x-4 gap-y-1 pt-1 text-micro text-tx2">
        {[...shown].map(([part, title]) => (
          <span key={part} className="inline-flex items-center gap-1.5">
            <span aria-hidden className="inline-block size-2.5 rounded-swatch" style={{ background: COLORS[part] }} />
            {title.toLowerCase()}
          </span>
        ))}
      </p>
    </div>
  );
}
