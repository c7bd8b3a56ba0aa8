"use client";
import { CACHE_STATES, cacheColor } from "@/components/ui/content-kinds";
import { useSay } from "@/components/words/words-provider";
import type { TimelineView } from "@/lib/view-models/session/timeline";
import { formatTick } from "@/lib/wording/number-format";
import { SimulatedShare } from "./cache-strip";
import type { ColumnLayout } from "./column-layout";
import type { TimelineRows } from "./timeline-rows";

type Props = { view: TimelineView; layout: ColumnLayout; rows: TimelineRows; hasCache: boolean };

/** Row names at the left; at the right, the meaning of the lines and the cache legend. */
export function TimelineMargin({ view, layout, rows, hasCache }: Props) {
  const say = useSay();
  const right = layout.left + layout.available + 8;
  const reserve = view.window !== null && view.reserveFrom !== null ? view.window - view.reserveFrom : null;
  const row = (y: number, text: string) => (
    <text key={text} x={layout.left - 8} y={y} textAnchor="end">
      {text}
    </text>
  );
  return (
    <g fontSize="11" fill="var(--tx3)">
      {hasCache
        ? [
            row(rows.letters + 12, say("breaks")),
            row(rows.strip + 17, view.isCacheSimulated ? say("sim.") : say("cache")),
          ]
        : null}
      {row(rows.axis, say("request"))}
      {rows.clock === null ? null : row(rows.clock, say("clock"))}
      {view.window === null ? null : (
        <text x={right} y={rows.plot + 4} fill="var(--tx2)">
          {say("window {tokens}", { tokens: formatTick(view.window) })}
        </text>
      )}
      {view.isWindowFar ? (
        <text x={right} y={rows.plot + 20}>
          {say("far above")}
        </text>
      ) : null}
      {reserve === null || view.isWindowFar ? null : (
        <text x={right} y={rows.plot + 20}>
          {say("reserve {tokens}", { tokens: formatTick(reserve) })}
        </text>
      )}
      {view.isBreaksUnknown ? (
        <text x={layout.left} y={rows.letters + 12}>
          {say("unknown")}
        </text>
      ) : null}
      {hasCache && !view.isCacheUnknown
        ? CACHE_STATES.map((state, index) => (
            <g key={state} transform={`translate(${right} ${rows.strip - 4 + index * 13})`}>
              {view.isCacheSimulated ? (
                <SimulatedShare state={state} path="M.5 .5h7v7h-7z" pattern={`legend-${state}`} />
              ) : (
                <rect width="8" height="8" rx="1" fill={cacheColor(state)} className="data-fill" />
              )}
              <text x="13" y="8">
                {say(state)}
              </text>
            </g>
          ))
        : null}
    </g>
  );
}
