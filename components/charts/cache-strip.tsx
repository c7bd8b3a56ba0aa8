"use client";
import { memo, useId } from "react";
import { CACHE_STATES, type CacheState, cacheColor } from "@/components/ui/content-kinds";
import { useSay } from "@/components/words/words-provider";
import type { TimelinePoint } from "@/lib/view-models/session/timeline";
import type { Column, ColumnLayout } from "./column-layout";

type Props = {
  points: readonly TimelinePoint[];
  layout: ColumnLayout;
  y: number;
  height: number;
  isSimulated: boolean;
};

/**
 * Draws each prompt's cache shares: read at the bottom, then written, then uncached. A bin shows its worst request.
 * Simulated shares are hatched, and outlined if nothing was read.
 */
export const CacheStrip = memo(function CacheStrip({ points, layout, y, height, isSimulated }: Props) {
  const id = useId().replaceAll(":", "");
  const paths = stripPaths(points, layout, y, height);
  return (
    <g className="data-fill">
      <rect x={layout.left} y={y} width={stripWidth(layout)} height={height} fill="var(--s1)" />
      {CACHE_STATES.map((state) =>
        isSimulated ? (
          <SimulatedShare key={state} state={state} path={paths[state]} pattern={`${state}${id}`} />
        ) : (
          <path key={state} d={paths[state]} fill={cacheColor(state)} />
        ),
      )}
    </g>
  );
});

/** The strip of a log without cache reads: hatched in grey, with a label. */
export function UnknownStrip({ layout, y, height }: Pick<Props, "layout" | "y" | "height">) {
  const say = useSay();
  const id = `unknown${useId().replaceAll(":", "")}`;
  const width = stripWidth(layout);
  const text = say("Not in this log: what was read from the cache");
  return (
    <g>
      <pattern id={id} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width="1.5" height="6" fill="var(--line2)" />
      </pattern>
      <rect x={layout.left} y={y} width={width} height={height} fill={`url(#${id})`} />
      {width < 280 ? null : (
        <>
          <rect x={layout.left + 4} y={y + 4} width="270" height={height - 8} fill="var(--bg)" />
          <text x={layout.left + 10} y={y + 17} fontSize="11" fill="var(--tx2)">
            {text}
          </text>
        </>
      )}
    </g>
  );
}

type ShareProps = { state: CacheState; path: string; pattern: string };

/** The uncached share as an outline, the others hatched in their colour, so that no simulated area is filled. */
export function SimulatedShare({ state, path, pattern }: ShareProps) {
  if (state === "uncached")
    return <path d={path} fill="var(--bg)" stroke={cacheColor(state)} strokeWidth="1.25" strokeLinejoin="round" />;
  return (
    <>
      <pattern id={pattern} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width="3" height="5" fill={cacheColor(state)} />
      </pattern>
      <path d={path} fill={`url(#${pattern})`} />
    </>
  );
}

/** The strip ends with the columns, because an empty track would look like requests without a cache. */
const stripWidth = ({ columns, left }: ColumnLayout) => {
  const last = columns.at(-1);
  return last ? last.x + last.width - left : 0;
};

/**
 * Minimum height in pixels of a share that is drawn. Providers leave one to three tokens of every prompt uncached; at
 * this height they would appear as a red line through all requests, so shares below one in two thousand are not drawn.
 */
const LEAST = 0.75;
const NOTHING = 1 / 2000;

function stripPaths(points: readonly TimelinePoint[], layout: ColumnLayout, top: number, height: number) {
  const pieces: Record<CacheState, string[]> = { read: [], written: [], uncached: [] };
  for (const column of layout.columns) {
    const point = worst(points, column);
    const total = point ? (point.read ?? 0) + (point.written ?? 0) + (point.uncached ?? 0) : 0;
    if (!point || total === 0) continue;
    const heightOf = (tokens: number | null) =>
      tokens && tokens / total >= NOTHING ? Math.max(LEAST, (tokens / total) * height) : 0;
    const uncached = heightOf(point.uncached);
    const written = Math.min(heightOf(point.written), height - uncached);
    const bar = (from: number, size: number) =>
      size <= 0 ? "" : `M${column.x} ${(top + from).toFixed(1)}h${column.width}v${size.toFixed(2)}h-${column.width}z`;
    pieces.uncached.push(bar(0, uncached));
    pieces.written.push(bar(uncached, written));
    pieces.read.push(bar(uncached + written, height - uncached - written));
  }
  return { read: pieces.read.join(""), written: pieces.written.join(""), uncached: pieces.uncached.join("") };
}

function worst(points: readonly TimelinePoint[], column: Column): TimelinePoint | undefined {
  return points
    .slice(column.first, column.last + 1)
    .reduce<TimelinePoint | undefined>(
      (least, point) => (least && readShare(least) <= readShare(point) ? least : point),
      undefined,
    );
}

function readShare(point: TimelinePoint): number {
  const total = (point.read ?? 0) + (point.written ?? 0) + (point.uncached ?? 0);
  return total === 0 ? 1 : (point.read ?? 0) / total;
}
