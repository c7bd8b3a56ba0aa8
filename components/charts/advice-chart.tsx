"use client";
import { memo, type ReactNode, useMemo } from "react";
import { CartesianGrid, ComposedChart, Line, ReferenceLine, Scatter, XAxis, YAxis } from "recharts";
import { useSay } from "@/components/words/words-provider";
import type { AdviceMark, AdviceView } from "@/lib/view-models/advice-view";
import { formatMoney } from "@/lib/view-models/number-format";
import type { Say } from "@/lib/view-models/wording/say";
import { LABEL_HALO, type LabelMark, type PlacedLabel, placeLabels } from "./point-labels";
import { niceTicks } from "./replay-layout";

type Props = {
  view: AdviceView;
  width: number;
  height: number;
  /** The 10 × 10 mark of a family. */
  markOf: (family: number, isHollow: boolean) => ReactNode;
  onSelect?: (id: string) => void;
};

const MARGIN = { top: 20, right: 16, bottom: 4, left: 0 };
const LEFT = 52;
const BOTTOM = 22;
const AXIS = { fontSize: 11, fill: "var(--tx3)" } as const;

/** A mark per policy: lost facts to the right, cost upwards, so that down and left is better. The ring is the advice. */
export const AdviceChart = memo(function AdviceChart({ view, width, height, markOf }: Props) {
  const say = useSay();
  const scale = useMemo(() => scaleOf(view), [view]);
  const labels = useMemo(() => labelsOf(view, scale, width, height, say), [view, scale, width, height, say]);
  const edge = view.marks.filter(({ isOnFrontier }) => isOnFrontier).sort((one, other) => one.lost - other.lost);
  return (
    <ComposedChart width={width} height={height} margin={MARGIN} accessibilityLayer={false}>
      <CartesianGrid stroke="var(--line)" />
      <XAxis
        type="number"
        dataKey="lost"
        domain={[0, scale.right]}
        ticks={scale.losses}
        height={BOTTOM}
        tick={AXIS}
        axisLine={false}
        tickLine={false}
      />
      <YAxis
        type="number"
        dataKey="cost"
        domain={[scale.bottom, scale.top]}
        ticks={scale.costs}
        tickFormatter={(amount: number) => formatMoney(amount)}
        width={LEFT}
        tick={AXIS}
        axisLine={false}
        tickLine={false}
      />
      {view.log ? <ReferenceLine y={view.log.cost} stroke="var(--tx2)" strokeDasharray="3 3" /> : null}
      <Line
        data={edge}
        dataKey="cost"
        stroke="var(--tx2)"
        strokeWidth={1.25}
        dot={false}
        activeDot={false}
        isAnimationActive={false}
      />
      <Scatter
        data={[...view.marks]}
        isAnimationActive={false}
        shape={(props: unknown) => <Mark {...(props as Placed)} view={view} labels={labels} markOf={markOf} />}
      />
      <Scatter
        data={view.log ? [view.log] : []}
        isAnimationActive={false}
        shape={(props: unknown) => <LogMark {...(props as Placed)} />}
      />
    </ComposedChart>
  );
});

type Scale = {
  readonly right: number;
  readonly bottom: number;
  readonly top: number;
  /** Axis values: lost facts per 100 requests, and US dollars. */
  readonly losses: number[];
  readonly costs: number[];
};

function scaleOf({ marks, log }: AdviceView): Scale {
  const places = log ? [...marks, log] : marks;
  const costs = places.map(({ cost }) => cost);
  const [least, most] = [Math.min(...costs, Number.POSITIVE_INFINITY), Math.max(...costs, 0)];
  const step = niceStep((most - least) / 4 || most / 4 || 1);
  const first = Math.max(0, Math.floor((Number.isFinite(least) ? least : 0) / step));
  const last = Math.ceil((most + step / 10) / step);
  const losses = niceTicks(Math.max(1, ...places.map(({ lost }) => lost * 1.05)));
  return {
    right: losses.at(-1) ?? 1,
    bottom: first * step,
    top: last * step,
    losses,
    costs: Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step),
  };
}

/** 1, 2 or 5 times a power of ten, not below the size. */
function niceStep(size: number): number {
  const unit = 10 ** Math.floor(Math.log10(size));
  return unit * ([1, 2, 5, 10].find((times) => unit * times >= size) ?? 10);
}

/** Only marks that say something have a label: the frontier, the advice and the knee. */
function labelsOf(
  view: AdviceView,
  scale: Scale,
  width: number,
  height: number,
  say: Say,
): ReadonlyMap<string, PlacedLabel> {
  const plot = { left: LEFT, top: MARGIN.top, right: width - MARGIN.right, bottom: height - BOTTOM - MARGIN.bottom };
  const left = (lost: number) => plot.left + (lost / scale.right) * (plot.right - plot.left);
  const top = (cost: number) =>
    plot.bottom - ((cost - scale.bottom) / (scale.top - scale.bottom || 1)) * (plot.bottom - plot.top);
  const marks = view.marks.map((mark) => ({
    id: mark.id,
    label: isNamed(mark, view) ? labelOf(mark, view, say) : "",
    left: left(mark.lost),
    top: top(mark.cost),
    isPublished: mark.id === view.best?.id,
  }));
  const log = view.log ? logObstacles(left(view.log.lost), top(view.log.cost)) : [];
  return new Map(placeLabels([...marks, ...log], plot).map((label) => [label.id, label]));
}

/** The mark of the log and its own label above it, of which others keep clear. */
const logObstacles = (x: number, y: number): LabelMark[] =>
  [
    [0, 0],
    [-18, -14],
    [0, -14],
    [18, -14],
  ].map(([dx = 0, dy = 0], at) => ({ id: `log ${at}`, label: "", left: x + dx, top: y + dy, isPublished: false }));

const isNamed = ({ id, isOnFrontier }: AdviceMark, view: AdviceView): boolean =>
  isOnFrontier || id === view.best?.id || id === view.knee;

function labelOf({ id, label }: AdviceMark, view: AdviceView, say: Say): string {
  if (id === view.best?.id)
    return view.hasAdvice ? say("advice: {label}", { label }) : say("cheapest: {label}", { label });
  return id === view.knee ? say("knee: {label}", { label }) : label;
}

type Placed = { cx?: number; cy?: number; payload?: AdviceMark };

function Mark({
  cx = 0,
  cy = 0,
  payload,
  view,
  labels,
  markOf,
}: Placed & Pick<Props, "view" | "markOf"> & { labels: ReadonlyMap<string, PlacedLabel> }) {
  const say = useSay();
  if (!payload) return <g />;
  const label = labels.get(payload.id);
  const isBest = payload.id === view.best?.id;
  return (
    <g>
      <title>
        {say("{id} at {label}: {cost}, {lost} lost facts per 100 requests", {
          id: say.known(view.families[payload.family]?.id ?? ""),
          label: payload.label,
          cost: formatMoney(payload.cost),
          lost: payload.lost.toFixed(1),
        })}
      </title>
      {isBest ? <circle cx={cx} cy={cy} r={9} fill="none" stroke="var(--acc)" strokeWidth={2} /> : null}
      <g transform={`translate(${cx - 5} ${cy - 5})`}>{markOf(payload.family, !payload.isOnFrontier)}</g>
      {label?.hasLeader ? (
        <line x1={cx} y1={cy} x2={label.x} y2={label.y - 4} stroke="var(--tx3)" strokeWidth="0.75" />
      ) : null}
      {label ? (
        <text
          x={label.x}
          y={label.y}
          textAnchor={label.anchor}
          fontSize={11}
          fontWeight={isBest ? 600 : 400}
          fill={isBest ? "var(--acc)" : "var(--tx2)"}
          stroke="var(--bg)"
          strokeWidth={LABEL_HALO}
          strokeLinejoin="round"
          paintOrder="stroke"
        >
          {labelOf(payload, view, say)}
        </text>
      ) : null}
    </g>
  );
}

function LogMark({ cx = 0, cy = 0 }: Placed) {
  const say = useSay();
  return (
    <g>
      <title>{say("The log itself")}</title>
      <circle cx={cx} cy={cy} r={5} fill="var(--bg)" stroke="var(--tx)" strokeWidth={1.5} />
      <text
        x={cx}
        y={cy - 10}
        textAnchor="middle"
        fontSize={11}
        fontWeight={600}
        fill="var(--tx)"
        stroke="var(--bg)"
        strokeWidth={LABEL_HALO}
        strokeLinejoin="round"
        paintOrder="stroke"
      >
        {say("the log")}
      </text>
    </g>
  );
}
