"use client";
import { useId } from "react";
import { KINDS, type Kind, kindColor } from "@/components/ui/content-kinds";
import type { TimelinePoint, TimelineView } from "@/lib/view-models/session/timeline";
import { formatTick } from "@/lib/wording/number-format";
import { type ColumnLayout, gridTicks } from "./column-layout";

type Props = { view: TimelineView; layout: ColumnLayout; top: number; height: number };

/** Draws grid, bars, reserve and window, on a scale from zero to the window or the largest prompt. */
export function TimelinePlot({ view, layout, top, height }: Props) {
  const id = useId().replaceAll(":", "");
  const peak = view.points.reduce((most, point) => Math.max(most, point.promptTokens), 0);
  const limit = Math.max(view.isWindowFar ? 0 : (view.window ?? 0), peak, 1);
  const y = (tokens: number) => top + height * (1 - tokens / limit);
  const rule = (tokens: number) => `M${layout.left} ${y(tokens)}h${layout.available}`;
  const shown = (tokens: number | null) => (tokens !== null && tokens <= limit ? tokens : null);
  const [window, reserve] = [shown(view.window), shown(view.reserveFrom)];
  return (
    <g>
      <pattern id={`unseen${id}`} width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width="1.5" height="4" fill="var(--kind-unseen)" />
      </pattern>
      <pattern id={`reserve${id}`} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(-45)">
        <rect width="1" height="6" fill="var(--line2)" />
      </pattern>
      {gridTicks(limit, height).map((tokens) => (
        <g key={tokens}>
          <path d={rule(tokens)} stroke="var(--line)" />
          <text x={layout.left - 8} y={y(tokens)} dy="0.355em" textAnchor="end" fontSize="11" fill="var(--tx3)">
            {view.isEstimate && tokens > 0 ? "~" : ""}
            {formatTick(tokens)}
          </text>
        </g>
      ))}
      <StackColumns points={view.points} layout={layout} y={y} unseenFill={`url(#unseen${id})`} />
      {window === null || reserve === null ? null : (
        <path d={`${rule(window)}V${y(reserve)}H${layout.left}z`} fill={`url(#reserve${id})`} />
      )}
      {reserve === null ? null : <path d={rule(reserve)} stroke="var(--line2)" />}
      {window === null ? null : <path d={rule(window)} stroke="var(--tx2)" strokeDasharray="4 3" />}
    </g>
  );
}

type StackColumnsProps = {
  points: readonly TimelinePoint[];
  layout: ColumnLayout;
  y: (tokens: number) => number;
  unseenFill: string;
};

/**
 * Draws the stacked columns as one path per kind of content instead of one element per request and kind, so that
 * thousands of requests need no more elements than ten requests.
 */
function StackColumns({ points, layout, y, unseenFill }: StackColumnsProps) {
  const paths = stackPaths(points, layout, y);
  return (
    <g className="data-fill">
      <path d={paths.unseen} fill="var(--s2)" />
      {KINDS.map((kind) => (
        <path key={kind} d={paths[kind]} fill={kind === "unseen" ? unseenFill : kindColor(kind)} />
      ))}
    </g>
  );
}

function stackPaths(points: readonly TimelinePoint[], layout: ColumnLayout, y: (tokens: number) => number) {
  const pieces = Object.fromEntries(KINDS.map((kind) => [kind, [] as string[]])) as Record<Kind, string[]>;
  for (const column of layout.columns) {
    const point = points[column.shown];
    if (!point) continue;
    let base = 0;
    for (const kind of KINDS) {
      const top = base + point.composition[kind];
      const height = y(base) - y(top);
      // A segment below half a pixel would only blur its neighbours; the tooltip shows its tokens.
      if (height >= 0.5)
        pieces[kind].push(`M${column.x} ${y(top).toFixed(1)}h${column.width}v${height.toFixed(1)}h-${column.width}z`);
      base = top;
    }
  }
  return Object.fromEntries(KINDS.map((kind) => [kind, pieces[kind].join("")])) as Record<Kind, string>;
}
