"use client";
import { memo, type ReactNode, useMemo } from "react";
import { CartesianGrid, ComposedChart, Line, ReferenceLine, Scatter, XAxis, YAxis } from "recharts";
import { useSay } from "@/components/words/words-provider";
import { costAtEqualTotal } from "@/lib/view-models/advice/advice-marks";
import type { AdviceMark, AdviceView } from "@/lib/view-models/advice/advice-view";
import { formatMoney } from "@/lib/wording/number-format";
import type { Say } from "@/lib/wording/say";
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

/**
 * A mark per policy: lost facts to the right, cost upwards, so down and left is better. The ring marks the advised
 * policy, or the one that the sentence names.
 */
export const AdviceChart = memo(function AdviceChart({ view, width, height, markOf }: Props) {
  const say = useSay();
  const scale = useMemo(() => scaleOf(view), [view]);
  const labels = useMemo(() => labelsOf(view, scale, width, height, say), [view, scale, width, height, say]);
  const edge = edgeOf(view);
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
      <Band edge={edge} at={placesIn(scale, width, height)} />
      <EqualTotalLine view={view} scale={scale} at={placesIn(scale, width, height)} />
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

/** Policies not dominated by another, from safest to cheapest. */
const edgeOf = ({ marks }: AdviceView): AdviceMark[] =>
  marks.filter(({ isOnFrontier }) => isOnFrontier).sort((one, other) => one.lost - other.lost);

type Places = { readonly plot: Plot; readonly left: (lost: number) => number; readonly top: (cost: number) => number };
type Plot = { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number };

function placesIn(scale: Scale, width: number, height: number): Places {
  const plot = { left: LEFT, top: MARGIN.top, right: width - MARGIN.right, bottom: height - BOTTOM - MARGIN.bottom };
  const room = scale.top - scale.bottom || 1;
  return {
    plot,
    left: (lost) => plot.left + (lost / scale.right) * (plot.right - plot.left),
    top: (cost) => plot.bottom - ((cost - scale.bottom) / room) * (plot.bottom - plot.top),
  };
}

/** The joined 95 % cost intervals of the policies on the line. */
function Band({ edge, at }: { edge: readonly AdviceMark[]; at: Places }) {
  const known = edge.flatMap(({ lost, bounds }) => (bounds ? [{ lost, ...bounds }] : []));
  if (known.length < 2) return null;
  const inside = (cost: number) => Math.min(at.plot.bottom, Math.max(at.plot.top, at.top(cost)));
  const corners = [
    ...known.map(({ lost, high }) => `${at.left(lost)},${inside(high)}`),
    ...known.toReversed().map(({ lost, low }) => `${at.left(lost)},${inside(low)}`),
  ];
  return <polygon points={corners.join(" ")} fill="var(--s2)" stroke="var(--line2)" strokeDasharray="1 3" />;
}

/** Policies below this line cost less than the advised one once their lost facts are paid for. */
function EqualTotalLine({ view: { equalTotal }, scale, at }: { view: AdviceView; scale: Scale; at: Places }) {
  if (equalTotal === null) return null;
  const { total, perLost } = equalTotal;
  const crossing = (cost: number) => (perLost > 0 ? (total - cost) / perLost : Number.POSITIVE_INFINITY);
  const from = Math.max(0, perLost > 0 ? crossing(scale.top) : 0);
  const to = Math.min(scale.right, crossing(scale.bottom));
  if (from >= to) return null;
  const [first, last] = [from, to].map((lost) => ({ x: at.left(lost), y: at.top(costAtEqualTotal(equalTotal, lost)) }));
  return <line x1={first?.x} y1={first?.y} x2={last?.x} y2={last?.y} stroke="var(--acc)" strokeDasharray="1.5 3" />;
}

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
  const [least, most] = roomFor(
    places.map(({ cost }) => cost),
    marks.flatMap((mark) => (mark.isOnFrontier && mark.bounds ? Object.values(mark.bounds) : [])),
  );
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

/** The lowest and highest cost drawn. Wide intervals are clipped, so that they do not squeeze the marks. */
function roomFor(costs: readonly number[], bounds: readonly number[]): readonly [number, number] {
  const [least, most] = [Math.min(...costs, Number.POSITIVE_INFINITY), Math.max(...costs, 0)];
  if (!Number.isFinite(least)) return [least, most];
  const beyond = (most - least) / 4;
  const [low, high] = [Math.min(least, ...bounds), Math.max(most, ...bounds)];
  return [Math.max(low, least - beyond), Math.min(high, most + beyond)];
}

/** The next 1, 2 or 5 times a power of ten at or above the size. */
function niceStep(size: number): number {
  const unit = 10 ** Math.floor(Math.log10(size));
  return unit * ([1, 2, 5, 10].find((times) => unit * times >= size) ?? 10);
}

/** Minimum plot width for labels with the strategy's name. */
const ROOM_FOR_NAMES = 560;

type NamedLabel = PlacedLabel & { readonly text: string };

/**
 * Only significant marks have a label: the frontier, the advice and the knee. Where the line changes to another
 * strategy, the label names it if there is room; the others only show their size.
 */
function labelsOf(
  view: AdviceView,
  scale: Scale,
  width: number,
  height: number,
  say: Say,
): ReadonlyMap<string, NamedLabel> {
  const { plot, left, top } = placesIn(scale, width, height);
  const log = view.log ? logObstacles(left(view.log.lost), top(view.log.cost)) : [];
  const place = (texts: ReadonlyMap<string, string>) =>
    placeLabels(
      [
        ...view.marks.map(({ id, lost, cost }) => ({
          id,
          label: texts.get(id) ?? "",
          left: left(lost),
          top: top(cost),
          isPublished: id === view.best?.id,
        })),
        ...log,
      ],
      plot,
    ).map((label): NamedLabel => ({ ...label, text: texts.get(label.id) ?? "" }));
  let named: readonly string[] = [];
  let placed = place(textsOf(view, named, say));
  for (const id of plot.right - plot.left < ROOM_FOR_NAMES ? [] : worthNaming(view)) {
    const trial = place(textsOf(view, [...named, id], say));
    // A name must not push out another label.
    if (trial.length < placed.length) continue;
    named = [...named, id];
    placed = trial;
  }
  return new Map(placed.map((label) => [label.id, label]));
}

/** The advice, and the marks at which the line changes to another strategy. */
function worthNaming(view: AdviceView): readonly string[] {
  const changes = edgeOf(view).filter(({ family }, at, edge) => family !== edge[at - 1]?.family);
  return [...new Set([...(view.best ? [view.best.id] : []), ...changes.map(({ id }) => id)])];
}

const textsOf = (view: AdviceView, named: readonly string[], say: Say): ReadonlyMap<string, string> =>
  new Map(
    view.marks.flatMap((mark) =>
      isNamed(mark, view)
        ? [[mark.id, labelOf(mark, named.includes(mark.id) ? mark.name : mark.label, view, say)]]
        : [],
    ),
  );

/** Half the width of the log's label, with its outline. */
const LOG_LABEL = 28;

/** The middle of the log's label: above its mark, but right of the axis so that it does not cover the ticks. */
const logLabelX = (x: number): number => Math.max(x, LEFT + LOG_LABEL);

/** The log's mark and the label above it, which other labels avoid. */
const logObstacles = (x: number, y: number): LabelMark[] =>
  [[x, y], ...[-18, 0, 18].map((aside) => [logLabelX(x) + aside, y - 14])].map(([left = 0, top = 0], at) => ({
    id: `log ${at}`,
    label: "",
    left,
    top,
    isPublished: false,
  }));

const isNamed = ({ id, isOnFrontier }: AdviceMark, view: AdviceView): boolean =>
  isOnFrontier || id === view.best?.id || id === view.knee;

function labelOf({ id }: AdviceMark, label: string, view: AdviceView, say: Say): string {
  if (id === view.best?.id) return view.hasAdvice ? say("advice: {label}", { label }) : label;
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
}: Placed & Pick<Props, "view" | "markOf"> & { labels: ReadonlyMap<string, NamedLabel> }) {
  const say = useSay();
  if (!payload) return <g />;
  const label = labels.get(payload.id);
  const isBest = payload.id === view.best?.id;
  return (
    <g>
      <title>
        {say("{name}: {cost}, {lost} lost facts per 100 requests", {
          name: payload.name,
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
          {label.text}
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
        x={logLabelX(cx)}
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
