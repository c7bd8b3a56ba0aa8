"use client";
import { memo, type ReactNode, useMemo } from "react";
import { CartesianGrid, ComposedChart, Line, ReferenceLine, Scatter, XAxis, YAxis } from "recharts";
import { useSay } from "@/components/words/words-provider";
import { choiceName } from "@/lib/view-models/compare/strategy-choice";
import type { TradeOff, TradeOffPoint } from "@/lib/view-models/compare/trade-off";
import { formatShare } from "@/lib/wording/number-format";
import type { Say } from "@/lib/wording/say";
import { LABEL_HALO, type PlacedLabel, placeLabels } from "./point-labels";

type Props = {
  view: TradeOff;
  width: number;
  height: number;
  /** The 10 × 10 mark of a strategy, by its position among the results. */
  markOf: (index: number, isValid: boolean) => ReactNode;
};

const MARGIN = { top: 26, right: 16, bottom: 4, left: 0 };
const LEFT = 46;
const BOTTOM = 22;
const AXIS = { fontSize: 11, fill: "var(--tx3)" } as const;
const SAVED_TICKS = [0, 0.2, 0.4, 0.6, 0.8, 1];
const percent = (share: number) => `${Math.round(share * 100)} %`;

/**
 * A mark per strategy: tokens saved to the right, recall of needed facts upwards, with the frontier and the oracle's
 * limit.
 */
export const TradeOffChart = memo(function TradeOffChart({ view, width, height, markOf }: Props) {
  const say = useSay();
  const recallTicks = SAVED_TICKS.filter((tick) => tick >= view.lowest - 1e-9);
  const labels = useMemo(() => labelsOf(view, width, height, say), [view, width, height, say]);
  return (
    <ComposedChart width={width} height={height} margin={MARGIN} accessibilityLayer={false}>
      <CartesianGrid stroke="var(--line)" />
      <XAxis
        type="number"
        dataKey="saved"
        domain={[0, 1]}
        ticks={SAVED_TICKS}
        tickFormatter={percent}
        height={BOTTOM}
        tick={AXIS}
        axisLine={false}
        tickLine={false}
        interval={0}
        allowDataOverflow
      />
      <YAxis
        type="number"
        dataKey="recall"
        domain={[view.lowest, 1]}
        ticks={recallTicks}
        tickFormatter={percent}
        width={LEFT}
        tick={AXIS}
        axisLine={false}
        tickLine={false}
        interval={0}
      />
      <ReferenceLine x={view.oracle} stroke="var(--tx2)" strokeDasharray="3 3" />
      <ReferenceLine y={1} stroke="var(--tx2)" strokeDasharray="3 3" />
      <Line
        data={[...view.frontier]}
        dataKey="recall"
        stroke="var(--tx2)"
        strokeWidth={1.25}
        dot={false}
        activeDot={false}
        isAnimationActive={false}
      />
      <Scatter
        data={[{ saved: view.oracle, recall: 1 }]}
        isAnimationActive={false}
        shape={(props: unknown) => <OracleMark {...(props as Placed)} right={width - MARGIN.right} />}
      />
      <Scatter
        data={[...view.points]}
        isAnimationActive={false}
        shape={(props: unknown) => <Mark {...(props as Placed)} labels={labels} markOf={markOf} />}
      />
    </ComposedChart>
  );
});

function labelsOf(view: TradeOff, width: number, height: number, say: Say): ReadonlyMap<string, PlacedLabel> {
  const plot = { left: LEFT, top: MARGIN.top, right: width - MARGIN.right, bottom: height - BOTTOM - MARGIN.bottom };
  const left = (saved: number) => plot.left + saved * (plot.right - plot.left);
  const top = (recall: number) => plot.bottom - ((recall - view.lowest) / (1 - view.lowest)) * (plot.bottom - plot.top);
  const marks = view.points.map(({ index, id, saved, recall, isValid }) => ({
    id: String(index),
    label: labelOf({ id, isValid }, say),
    left: left(saved),
    top: top(recall),
    isPublished: true,
  }));
  return new Map(placeLabels(marks, plot, true).map((label) => [label.id, label]));
}

const labelOf = ({ id, isValid }: Pick<TradeOffPoint, "id" | "isValid">, say: Say): string =>
  isValid ? choiceName(id, say) : say("{id}, not valid", { id: choiceName(id, say) });

type Placed = { cx?: number; cy?: number; payload?: TradeOffPoint };

function Mark({
  cx = 0,
  cy = 0,
  payload,
  labels,
  markOf,
}: Placed & { labels: ReadonlyMap<string, PlacedLabel>; markOf: Props["markOf"] }) {
  const say = useSay();
  if (!payload) return <g />;
  const label = labels.get(String(payload.index));
  return (
    <g>
      <title>
        {say("{id}: saves {saved}, keeps {recall} of what was needed", {
          id: choiceName(payload.id, say),
          saved: formatShare(payload.saved),
          recall: formatShare(payload.recall),
        })}
      </title>
      <g transform={`translate(${cx - 5} ${cy - 5})`}>{markOf(payload.index, payload.isValid)}</g>
      {label?.hasLeader ? (
        <line x1={cx} y1={cy} x2={label.x} y2={label.y - 4} stroke="var(--tx3)" strokeWidth="0.75" />
      ) : null}
      {label ? (
        <text
          x={label.x}
          y={label.y}
          textAnchor={label.anchor}
          fontSize={11}
          fill="var(--tx2)"
          stroke="var(--bg)"
          strokeWidth={LABEL_HALO}
          strokeLinejoin="round"
          paintOrder="stroke"
        >
          {labelOf(payload, say)}
        </text>
      ) : null}
    </g>
  );
}

/** Approximate width of the mark's label including its distance, in pixels. */
const ORACLE_ROOM = 46;

/** `right`: the plot's end; near it the label is at the left of the mark. */
function OracleMark({ cx = 0, cy = 0, right }: Placed & { right: number }) {
  const say = useSay();
  const hasRoom = cx + ORACLE_ROOM <= right;
  return (
    <g>
      <rect x={cx - 4} y={cy - 4} width={8} height={8} fill="var(--bg)" stroke="var(--tx)" strokeWidth={1.25} />
      <text
        x={hasRoom ? cx + 9 : cx - 9}
        y={cy + 14}
        textAnchor={hasRoom ? "start" : "end"}
        fontSize={11}
        fill="var(--tx2)"
        stroke="var(--bg)"
        strokeWidth={LABEL_HALO}
        strokeLinejoin="round"
        paintOrder="stroke"
      >
        {say("oracle")}
      </text>
    </g>
  );
}
