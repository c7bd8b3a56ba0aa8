import type { Route } from "next";
import Link from "next/link";
import { useMemo } from "react";
import { runTitle } from "@/components/runs/run-words";
import { useRuns } from "@/components/runs/runs-store";
import { cn } from "@/components/ui/cn";
import { useSay } from "@/components/words/words-provider";
import type { RunRow } from "@/lib/api/schemas/run";
import type { AdviceView, SessionChangeRow } from "@/lib/view-models/advice/advice-view";
import { type ChangeScale, changeScale, placeOnScale } from "@/lib/view-models/advice/change-scale";
import { formatPercentChange, formatPrice } from "@/lib/wording/number-format";

const TONE = { good: "text-good", bad: "text-bad", open: "text-tx3" } as const;
const COLUMNS =
  "grid grid-cols-[minmax(0,1fr)_40px_minmax(120px,45%)_52px] items-center gap-2 max-sm:grid-cols-[minmax(0,1fr)_40px_104px_48px]";

/** Each session under the shown policy with its 95 % interval, and all of them together. */
export function SessionChanges({ view }: { view: AdviceView }) {
  const say = useSay();
  const { sessions, together } = view;
  const advices = useRuns({ kind: "advice" });
  const scale = useMemo(
    () => changeScale(sessions.flatMap(({ share, low, high }) => [share, low ?? share, high ?? share])),
    [sessions],
  );
  if (sessions.length === 0) return null;
  return (
    <section aria-label={say("Each session")} className="border-line2 border-b px-4 py-3 max-sm:px-3">
      <h2 className="font-semibold text-small">
        {say("Each session")}{" "}
        <span className="font-normal text-micro text-tx3">
          {say("change in cost under this policy, with lost facts at {price}; line: 95 % interval; hollow: unclear", {
            price: formatPrice(view.price),
          })}
        </span>
      </h2>
      <Axis scale={scale} />
      <ul className="max-h-96 overflow-y-auto">
        {sessions.map((row) => (
          <SessionRow key={row.id} row={row} scale={scale} own={advices?.find((run) => run.session_id === row.id)} />
        ))}
      </ul>
      {together === null ? null : (
        <p className={cn(COLUMNS, "border-line2 border-t py-1.5 text-small font-medium")}>
          <span className="truncate">{say("{count} sessions together", { count: sessions.length })}</span>
          <span className="text-right text-micro text-tx3 tabular-nums">
            {sessions.reduce((sum, { requests }) => sum + requests, 0)}
          </span>
          <Diamond change={together} scale={scale} />
          <span className="text-right tabular-nums">{formatPercentChange(together.share)}</span>
        </p>
      )}
    </section>
  );
}

const percent = (share: number): string => `${share * 100}%`;

function Axis({ scale }: { scale: ChangeScale }) {
  const say = useSay();
  return (
    <div aria-hidden className={cn(COLUMNS, "mt-1 text-micro text-tx3")}>
      <span />
      <span className="text-right">{say("requests")}</span>
      <span className="relative block h-4">
        {scale.ticks.map((tick) => (
          <span
            key={tick}
            className={cn(
              "absolute whitespace-nowrap tabular-nums",
              tick === scale.low ? "" : tick === scale.high ? "-translate-x-full" : "-translate-x-1/2",
            )}
            style={{ left: percent(placeOnScale(tick, scale)) }}
          >
            {isLabelled(tick, scale) ? formatPercentChange(tick) : ""}
          </span>
        ))}
      </span>
      <span />
    </div>
  );
}

/** Labels the ends of the scale, and zero unless an end's label would cover it. */
const isLabelled = (tick: number, scale: ChangeScale): boolean =>
  tick === scale.low || tick === scale.high || (tick === 0 && Math.abs(placeOnScale(0, scale) - 0.5) < 0.25);

/** `own`: the newest advice on this session alone, which the row quotes. */
function SessionRow({ row, scale, own }: { row: SessionChangeRow; scale: ChangeScale; own: RunRow | undefined }) {
  const say = useSay();
  const { id, title, requests, share, low, high, tone } = row;
  const bounds =
    low === null || high === null
      ? ""
      : say(" ({least} to {most})", { least: formatPercentChange(low), most: formatPercentChange(high) });
  return (
    <li className={cn(COLUMNS, "py-1 text-small")}>
      <Link
        href={`/sessions/${encodeURIComponent(id)}/advice` as Route}
        className={cn("min-w-0 no-underline hover:underline", tone === "open" ? "text-tx2" : "text-tx")}
      >
        <span className="block truncate">{title}</span>
        {own ? <span className="block truncate text-micro text-tx3">{runTitle(own, say)}</span> : null}
      </Link>
      <span className="text-right text-micro text-tx3 tabular-nums">{requests}</span>
      <Interval row={row} scale={scale} />
      <span className={cn("text-right tabular-nums", TONE[tone])}>
        {formatPercentChange(share)}
        <span className="sr-only">{bounds}</span>
      </span>
    </li>
  );
}

function Interval({ row: { share, low, high, tone }, scale }: { row: SessionChangeRow; scale: ChangeScale }) {
  const [from, to] = [placeOnScale(low ?? share, scale), placeOnScale(high ?? share, scale)];
  return (
    <span aria-hidden className="relative block h-4">
      <span className="absolute inset-y-0 w-px bg-tx3" style={{ left: percent(placeOnScale(0, scale)) }} />
      <span
        className={cn("absolute top-1/2 h-px -translate-y-1/2", tone === "open" ? "bg-tx3" : "bg-tx")}
        style={{ left: percent(from), width: percent(to - from) }}
      />
      <span
        className={cn(
          "absolute top-1/2 size-2 -translate-x-1/2 -translate-y-1/2 border",
          tone === "open" ? "border-tx3 bg-bg" : "border-tx bg-tx",
        )}
        style={{ left: percent(placeOnScale(share, scale)) }}
      />
    </span>
  );
}

type Together = { change: NonNullable<AdviceView["together"]>; scale: ChangeScale };

function Diamond({ change: { share, low, high }, scale }: Together) {
  const [from, middle, to] = [low, share, high].map((at) => 100 * placeOnScale(at, scale));
  return (
    <span aria-hidden className="relative block h-4">
      <span className="absolute inset-y-0 w-px bg-tx3" style={{ left: percent(placeOnScale(0, scale)) }} />
      <svg viewBox="0 0 100 10" preserveAspectRatio="none" className="absolute inset-0 size-full" aria-hidden="true">
        <polygon points={`${from},5 ${middle},0 ${to},5 ${middle},10`} fill="var(--acc)" />
      </svg>
    </span>
  );
}
