"use client";
import { memo, useId } from "react";
import {
  CartesianGrid,
  ComposedChart,
  Line,
  ReferenceArea,
  ReferenceLine,
  usePlotArea,
  useYAxisScale,
  XAxis,
  YAxis,
} from "recharts";
import { KINDS, type Kind, kindColor } from "@/components/ui/content-kinds";
import type { TimelinePoint, TimelineView } from "@/lib/view-models/session/timeline";
import { formatTick } from "@/lib/wording/number-format";
import { type ColumnLayout, gridTicks } from "./column-layout";

type Props = { view: TimelineView; layout: ColumnLayout; width: number; height: number; top: number; gutter: number };

/** Pixels below the axis for the lower half of the label of zero. */
const BELOW = 8;

/**
 * Draws bars, grid, window and reserve; redraws only when data or width change, because hover and selection are in a
 * layer above.
 */
export const TimelinePlot = memo(function TimelinePlot({ view, layout, width, height, top, gutter }: Props) {
  const id = useId().replaceAll(":", "");
  const peak = view.points.reduce((most, point) => Math.max(most, point.promptTokens), 0);
  const limit = Math.max(view.isWindowFar ? 0 : (view.window ?? 0), peak, 1);
  const ticks = gridTicks(limit, height);
  return (
    <ComposedChart
      width={width}
      height={top + height + BELOW}
      margin={{ top, right: gutter, bottom: BELOW, left: 0 }}
      data={[
        { side: 0, tokens: 0 },
        { side: 1, tokens: limit },
      ]}
      accessibilityLayer={false}
    >
      <defs>
        <pattern id={`unseen${id}`} width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width="1.5" height="4" fill="var(--kind-unseen)" />
        </pattern>
        <pattern id={`reserve${id}`} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(-45)">
          <rect width="1" height="6" fill="var(--line2)" />
        </pattern>
      </defs>
      <XAxis hide type="number" dataKey="side" domain={[0, 1]} />
      <YAxis
        type="number"
        domain={[0, limit]}
        ticks={ticks}
        width={layout.left}
        axisLine={false}
        tickLine={false}
        tickMargin={2}
        interval={0}
        tick={{ fontSize: 11, fill: "var(--tx3)" }}
        tickFormatter={(tokens: number) => `${view.isEstimate && tokens > 0 ? "~" : ""}${formatTick(tokens)}`}
      />
      <CartesianGrid vertical={false} stroke="var(--line)" />
      {view.window !== null && view.reserveFrom !== null ? (
        <ReferenceArea
          y1={view.reserveFrom}
          y2={view.window}
          fill={`url(#reserve${id})`}
          fillOpacity={1}
          stroke="none"
        />
      ) : null}
      {view.reserveFrom !== null ? <ReferenceLine y={view.reserveFrom} stroke="var(--line2)" /> : null}
      {/* recharts gives an axis a scale only if a series uses it; the columns below take their heights from it. */}
      <Line dataKey="tokens" stroke="none" dot={false} activeDot={false} isAnimationActive={false} />
      <StackColumns points={view.points} layout={layout} unseenFill={`url(#unseen${id})`} />
      {view.window !== null ? <ReferenceLine y={view.window} stroke="var(--tx2)" strokeDasharray="4 3" /> : null}
    </ComposedChart>
  );
});

type StackColumnsProps = { points: readonly TimelinePoint[]; layout: ColumnLayout; unseenFill: string };

/**
 * Draws the stacked columns as one path per kind of content instead of one element per request and kind, so that
 * thousands of requests need no more elements than ten requests. Heights come from the chart's own y scale.
 */
function StackColumns({ points, layout, unseenFill }: StackColumnsProps) {
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
      // A segment below half a pixel would only blur its neighbours; the tooltip shows its tokens.
      if (height >= 0.5)
        pieces[kind].push(`M${column.x} ${y(top).toFixed(1)}h${column.width}v${height.toFixed(1)}h-${column.width}z`);
      base = top;
    }
  }
  return Object.fromEntries(KINDS.map((kind) => [kind, pieces[kind].join("")])) as Record<Kind, string>;
}
