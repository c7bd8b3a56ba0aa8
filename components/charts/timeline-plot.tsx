"use client";
import { memo, useId } from "react";
import { CartesianGrid, ComposedChart, Line, ReferenceArea, ReferenceLine, XAxis, YAxis } from "recharts";
import type { TimelineView } from "@/lib/view-models/session/timeline";
import { formatTick } from "@/lib/wording/number-format";
import { type ColumnLayout, gridTicks } from "./column-layout";
import { StackColumns } from "./stack-columns";

type Props = { view: TimelineView; layout: ColumnLayout; width: number; height: number; top: number; gutter: number };

/** Pixels below the axis for the lower half of the label of zero. */
const BELOW = 8;

/**
 * Draws bars, grid, window and reserve, again only for other data or another width: hover and selection are a layer
 * above.
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
