import { cn } from "@/components/ui/cn";
import { Cell, HeadCell, Table, TableHead, TableRow } from "@/components/ui/table";
import { useSay } from "@/components/words/words-provider";
import type { BillBar, BillRow, PlotInterval, TwoArmsView } from "@/lib/view-models/two-arms/two-arms-view";
import { formatCount } from "@/lib/wording/number-format";

const TONE = { good: "text-good", bad: "text-bad", quiet: "text-tx2" } as const;

/**
 * The bill per task in parts, A next to B, with the interval of each change. Below it, both bills to scale, and the
 * noise.
 */
export function BillTable({ view, pairs }: { view: TwoArmsView; pairs: number }) {
  const say = useSay();
  return (
    <section aria-label={say("The bill, per task")} className="min-w-0">
      <h2 className="px-4 pt-2.5 font-semibold text-small max-sm:px-3">
        {say("The bill, per task")}
        <span className="ml-3 font-normal text-micro text-tx3">
          {say("mean of {pairs}; 95 % interval by bootstrap over the pairs", {
            pairs: formatCount(pairs, "pair", say),
          })}
        </span>
      </h2>
      {view.rows.length === 0 ? null : <Parts view={view} />}
      <BillBars bars={view.bars} />
      <div className="grid grid-cols-2 gap-x-6 gap-y-3 px-4 py-3 text-small max-sm:grid-cols-1 max-sm:px-3">
        <div>
          <h3 className="font-semibold">{say("Noise between repeats")}</h3>
          <p className="text-tx2">{view.noise}</p>
        </div>
        <div>
          <h3 className="font-semibold">{say("Pairs needed for a verdict")}</h3>
          <p className="text-tx2">{view.needed}</p>
        </div>
      </div>
    </section>
  );
}

function Parts({ view }: { view: TwoArmsView }) {
  const say = useSay();
  const scale = Math.round(view.scale * 100);
  return (
    <Table className="mt-1">
      <TableHead>
        <tr>
          <HeadCell className="pl-4 max-sm:pl-3">{say("part of the bill")}</HeadCell>
          <HeadCell isNumeric>A</HeadCell>
          <HeadCell isNumeric>B</HeadCell>
          <HeadCell isNumeric className="max-sm:pr-3">
            {say("change")}
          </HeadCell>
          <HeadCell className="w-2/5 text-center max-sm:hidden">
            {say("−{scale} % ← less · more → +{scale} %", { scale })}
          </HeadCell>
          <HeadCell className="pr-4 max-sm:hidden">
            <span className="sr-only">{say("verdict")}</span>
          </HeadCell>
        </tr>
      </TableHead>
      <tbody>
        {view.rows.map((row) => (
          <Row key={row.part} row={row} />
        ))}
      </tbody>
    </Table>
  );
}

function Row({ row }: { row: BillRow }) {
  const isBill = row.part === "total";
  return (
    <TableRow className={cn("h-12", isBill && "border-line2 border-t")}>
      <th scope="row" className="py-1 pr-2 pl-4 font-normal max-sm:pl-3">
        <span className={cn("block", isBill ? "font-semibold" : "font-medium")}>{row.title}</span>
        <span className="block text-micro text-tx3">{row.note}</span>
      </th>
      <Cell isNumeric>{row.a}</Cell>
      <Cell isNumeric className={cn(isBill && "font-semibold")}>
        {row.b}
      </Cell>
      <Cell isNumeric className={cn("font-medium max-sm:pr-3", TONE[row.tone])}>
        {row.change}
      </Cell>
      <Cell className="max-sm:hidden">{row.plot ? <Interval plot={row.plot} isBill={isBill} /> : null}</Cell>
      <Cell className="pr-4 text-micro text-tx3 max-sm:hidden">{row.verdict}</Cell>
    </TableRow>
  );
}

const percent = (share: number): string => `${100 * share}%`;

/** A mark at the mean on a line from the lower to the upper end; hollow if the interval includes zero. */
function Interval({ plot: { low, mean, high, isSure }, isBill }: { plot: PlotInterval; isBill: boolean }) {
  return (
    <span aria-hidden className="relative block h-5">
      <span className="absolute inset-y-0 left-1/2 w-px bg-ctl" />
      <span
        className={cn("absolute top-1/2 h-px -translate-y-1/2", isSure ? "bg-tx" : "bg-tx3")}
        style={{ left: percent(low), width: percent(high - low) }}
      />
      <span
        className={cn(
          "absolute top-1/2 -translate-x-1/2 -translate-y-1/2 border",
          isBill ? "size-2.5" : "size-2",
          isSure ? "border-tx bg-tx" : "border-tx3 bg-bg",
        )}
        style={{ left: percent(mean) }}
      />
    </span>
  );
}

/** Cache states have the same colours everywhere; output and other agents have neutral ones. */
const COLORS: Readonly<Record<string, string>> = {
  reads: "var(--cache-read)",
  writes: "var(--cache-written)",
  plainInput: "var(--cache-uncached)",
  output: "var(--tx3)",
  others: "var(--series-2)",
};

/** Both bills on one scale, part by part. */
function BillBars({ bars }: { bars: readonly BillBar[] }) {
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
