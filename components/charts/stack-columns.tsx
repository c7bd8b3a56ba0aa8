"use client";
import { usePlotArea, useYAxisScale } from "recharts";
import { KINDS, type Kind, kindColor } from "@/components/ui/content-kinds";
import type { TimelinePoint } from "@/lib/view-models/session/timeline";
import type { ColumnLayout } from "./column-layout";

type Props = { points: readonly TimelinePoint[]; layout: ColumnLayout; unseenFill: string };

/**
 * Draws the stacked columns as one path per kind of content instead of one element per request and kind, so that a
 * session of thousands of requests needs no more elements than one of ten. Heights come from the chart's own y scale.
 */
export function StackColumns({ points, layout, unseenFill }: Props) {
  const scale = useYAxisScale();
  const plot = usePlotArea();
  if (!scale || !plot) return null;
  const paths = stackPaths(points, layout, (tokens) => scale(tokens) ?? plot.y + plot.height);
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
      // A segment below half a pixel would only blur its neighbours; the tooltip tells its tokens.
      if (height >= 0.5)
        pieces[kind].push(`M${column.x} ${y(top).toFixed(1)}h${column.width}v${height.toFixed(1)}h-${column.width}z`);
      base = top;
    }
  }
  return Object.fromEntries(KINDS.map((kind) => [kind, pieces[kind].join("")])) as Record<Kind, string>;
}
