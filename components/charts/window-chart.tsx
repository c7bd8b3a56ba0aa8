"use client";
import { memo, useMemo } from "react";
import { CartesianGrid, ComposedChart, Line, Scatter, XAxis, YAxis } from "recharts";
import { useSay } from "@/components/words/words-provider";
import {
  doublings,
  formatDoubling,
  type WindowChartView,
  type WindowPoint,
} from "@/lib/view-models/models/model-windows";
import { fittedWindow, type WindowFit } from "@/lib/view-models/models/window-fit";
import { formatTokens, formatWholeThousands } from "@/lib/wording/number-format";
import { LABEL_HALO, type PlacedLabel, placeLabels, spreadMarks } from "./point-labels";
import { ProviderPath, providerColor } from "./provider-mark";

export type WindowScale = "log" | "linear";
type Props = {
  view: WindowChartView;
  /** The fitted line, drawn on the axis where growth is straight; null if too few models are in view. */
  fit: WindowFit | null;
  scale: WindowScale;
  width: number;
  height: number;
  selected: string | null;
  onSelect: (id: string) => void;
};

const AXIS = { fontSize: 11, fill: "var(--tx3)" } as const;
const MARGIN = { top: 22, right: 14, bottom: 4, left: 0 };
const LEFT = 44;
const BOTTOM = 24;

/** With at most this many models, each has a label, and overlapping marks are moved apart. */
const MAX_LABELLED = 20;

/** Context windows by release date. On the logarithmic axis a straight line means exponential growth. */
export const WindowChart = memo(function WindowChart({ view, fit, scale, width, height, selected, onSelect }: Props) {
  const ticks = useMemo(() => (scale === "log" ? doublings(view.points) : linearTicks(view)), [view, scale]);
  // The domain extends beyond the first and last grid line, so that marks on these lines are not cut off.
  const room = scale === "log" ? 1.5 : 1;
  const domain: [number, number] = [(ticks[0] ?? 1) / room, (ticks.at(-1) ?? 2) * room];
  const layout = useMemo(
    () => layoutOf(view, { width, height, scale, domain: [domain[0], domain[1]] }),
    [view, scale, width, height, domain[0], domain[1]],
  );
  const fitted = fit !== null && scale === "log" ? fitLine(fit, view) : null;
  return (
    <ComposedChart width={width} height={height} margin={MARGIN} accessibilityLayer={false}>
      <CartesianGrid vertical={false} stroke="var(--line)" />
      <XAxis
        type="number"
        dataKey="x"
        domain={[...view.domain]}
        ticks={view.ticks.map(({ x }) => x)}
        tickFormatter={(x: number) => view.ticks.find((tick) => tick.x === x)?.label ?? ""}
        axisLine={false}
        tickLine={{ stroke: "var(--line2)" }}
        height={BOTTOM}
        tick={AXIS}
        interval={0}
      />
      <YAxis
        type="number"
        dataKey="window"
        scale={scale === "log" ? "log" : "linear"}
        domain={domain}
        ticks={ticks}
        tickFormatter={(tokens: number) => (scale === "log" ? formatDoubling(tokens) : formatWholeThousands(tokens))}
        width={LEFT}
        axisLine={false}
        tickLine={false}
        tick={AXIS}
        interval={0}
        allowDataOverflow
      />
      {fitted ? (
        <Line
          data={fitted}
          dataKey="window"
          stroke="var(--ctl)"
          strokeDasharray="2 3"
          dot={false}
          activeDot={false}
          isAnimationActive={false}
        />
      ) : null}
      <Line
        data={[...view.largest]}
        dataKey="window"
        type="stepAfter"
        stroke="var(--tx2)"
        dot={false}
        activeDot={false}
        isAnimationActive={false}
      />
      <Scatter
        data={[...view.points]}
        isAnimationActive={false}
        shape={(props: unknown) => (
          <Mark {...(props as MarkProps)} layout={layout} selected={selected} onSelect={onSelect} />
        )}
      />
    </ComposedChart>
  );
});

type Frame = Pick<Props, "width" | "height" | "scale"> & { readonly domain: readonly [number, number] };

/** How far a mark is moved sideways, and its label's position; null: no label. */
type Placed = { readonly shift: number; readonly label: PlacedLabel | null };

/** Position of each mark and its label, by the mark's id, without overlaps. */
function layoutOf(view: WindowChartView, { width, height, scale, domain }: Frame) {
  const plot = { left: LEFT, top: MARGIN.top, right: width - MARGIN.right, bottom: height - BOTTOM - MARGIN.bottom };
  const y = (window: number) => {
    const [low, high] = scale === "log" ? [Math.log2(domain[0]), Math.log2(domain[1])] : domain;
    const at = scale === "log" ? Math.log2(window) : window;
    return plot.bottom - ((at - low) / (high - low)) * (plot.bottom - plot.top);
  };
  const x = (time: number) =>
    plot.left + ((time - view.domain[0]) / (view.domain[1] - view.domain[0])) * (plot.right - plot.left);
  const isFew = view.points.length <= MAX_LABELLED;
  const places = view.points.map((point) => ({ ...point, left: x(point.x), top: y(point.window) }));
  const marks = isFew ? spreadMarks(places) : places;
  const labels = new Map(placeLabels(marks, plot, isFew, flatParts(view, x, y)).map((label) => [label.id, label]));
  return new Map<string, Placed>(
    marks.map(({ id, left }, at) => [id, { shift: left - (places[at]?.left ?? left), label: labels.get(id) ?? null }]),
  );
}

type Axis = (value: number) => number;

/** The horizontal stretches of the line of the largest window, as low boxes that labels must avoid. */
const flatParts = ({ largest }: WindowChartView, x: Axis, y: Axis) =>
  largest.slice(0, -1).map(({ x: from, window }, at) => ({
    left: x(from),
    right: x(largest[at + 1]?.x ?? from),
    top: y(window) - 4,
    bottom: y(window) + 4,
  }));

/** The ends of the fitted line, from the first model to the right edge; the plot clips the rest. */
const fitLine = (fit: WindowFit, { domain, points: [first] }: WindowChartView) =>
  [first?.x ?? domain[0], domain[1]].map((x) => ({ x, window: fittedWindow(fit, x) }));

/** Axis values from zero, at most five. */
function linearTicks({ points }: WindowChartView): number[] {
  const top = Math.max(...points.map(({ window }) => window));
  const unit = 10 ** Math.floor(Math.log10(top));
  const step = [0.25, 0.5, 1, 2, 2.5].map((factor) => factor * unit).find((size) => top / size <= 4.2) ?? unit * 2.5;
  return Array.from({ length: Math.ceil(top / step - 0.05) + 1 }, (_, index) => index * step);
}

type MarkProps = { cx?: number; cy?: number; payload?: WindowPoint };

function Mark({
  cx: place = 0,
  cy = 0,
  payload,
  layout,
  selected,
  onSelect,
}: MarkProps & {
  layout: ReadonlyMap<string, Placed>;
  selected: string | null;
  onSelect: (id: string) => void;
}) {
  const say = useSay();
  if (!payload) return <g />;
  const { shift = 0, label = null } = layout.get(payload.id) ?? {};
  const cx = place + shift;
  const isSelected = selected === payload.id;
  return (
    // Keyboards use the table; a click on a mark is a shortcut to its row.
    // biome-ignore lint/a11y/noStaticElementInteractions: the chart is one image with a table beside it
    <g className="cursor-pointer" onClick={() => onSelect(payload.id)}>
      <title>
        {say("{label}: {window} tokens, {released}", {
          label: payload.label,
          window: formatTokens(payload.window),
          released: payload.released,
        })}
      </title>
      {isSelected ? <circle cx={cx} cy={cy} r={9} fill="var(--accbg)" stroke="var(--acc)" strokeWidth="1.5" /> : null}
      <rect x={cx - 8} y={cy - 8} width={16} height={16} fill="transparent" />
      <g transform={`translate(${cx - 5} ${cy - 5})`} className="data-fill">
        <ProviderPath provider={payload.provider} />
      </g>
      {label?.hasLeader ? (
        <line
          x1={cx}
          y1={cy}
          x2={label.x}
          y2={label.y - 4}
          stroke={providerColor(payload.provider)}
          strokeWidth="0.75"
        />
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
          {payload.label}
        </text>
      ) : null}
    </g>
  );
}
