"use client";
import { type KeyboardEvent, memo, type PointerEvent, useEffect, useMemo, useRef, useState } from "react";
import { type HoverStore, useHovered } from "@/components/charts/hover-store";
import { hasModifier } from "@/components/ui/has-modifier";
import { useElementWidth } from "@/components/ui/use-element-width";
import { useSay } from "@/components/words/words-provider";
import type { LaneMark } from "@/lib/view-models/cache/lane-marks";
import { formatWholeThousands } from "@/lib/wording/number-format";
import { axisSteps, gutterLabels, type LaneLayout, laneAt, laneLimit, laneMiddle, layOutLanes } from "./lane-layout";
import { GUTTER, paintLanes, plotWidth } from "./paint-lanes";
import { readCanvasColors, useThemeVersion } from "./use-canvas-colors";

type Props = {
  lanes: readonly LaneMark[];
  /** The context window in tokens; null: unknown. */
  window: number | null;
  zoom: number;
  selected: number;
  onSelect: (position: number) => void;
  hover: HoverStore;
  floor: number | null;
  /** Describes the selected request to screen readers. */
  valueText: string;
};

/** Pixels; taller lanes scroll, with an overview of the breaks next to them. */
const MAX_HEIGHT = 640;
const LEAST_HEIGHT = 160;

/** One lane per request, to scale, on a canvas as large as the visible part. One tab stop with arrow keys inside. */
export function PrefixLanes(props: Props) {
  const { lanes, zoom } = props;
  const [ref, width] = useElementWidth<HTMLDivElement>();
  const [from, setFrom] = useState(0);
  const scroller = useRef<HTMLDivElement>(null);
  const layout = useMemo(
    () =>
      layOutLanes(
        lanes.map(({ found }) => found !== null),
        zoom,
      ),
    [lanes, zoom],
  );
  const height = Math.max(LEAST_HEIGHT, Math.min(MAX_HEIGHT, layout.height + 4));
  const limit = useMemo(() => laneLimit(lanes, props.window), [lanes, props.window]);
  const steps = useMemo(() => axisSteps(limit, (width ?? 0) < 500 ? 3 : 5), [limit, width]);
  useEffect(() => {
    const box = scroller.current;
    // The box is rendered only once the width is known.
    if (!box || width === null) return;
    const middle = laneMiddle(layout, props.selected);
    const isSeen = middle >= box.scrollTop + 12 && middle <= box.scrollTop + box.clientHeight - 12;
    if (!isSeen) box.scrollTop = middle - box.clientHeight / 2;
  }, [layout, props.selected, width]);
  return (
    <div ref={ref} className="relative min-w-0">
      {width === null ? null : (
        <>
          <Axis steps={steps} limit={limit} width={width} />
          <div
            ref={scroller}
            className="relative overflow-y-auto overflow-x-hidden"
            style={{ height }}
            onScroll={(event) => setFrom(event.currentTarget.scrollTop)}
          >
            <div className="relative" style={{ height: Math.max(layout.height + 2, height) }}>
              <Canvas
                {...props}
                layout={layout}
                limit={limit}
                steps={steps}
                width={width}
                height={height}
                from={from}
              />
            </div>
          </div>
          {layout.height > height ? (
            <LaneOverview
              lanes={lanes}
              layout={layout}
              from={from}
              height={height}
              onGo={(top) => scroller.current?.scrollTo({ top })}
            />
          ) : null}
        </>
      )}
    </div>
  );
}

function Axis({ steps, limit, width }: { steps: readonly number[]; limit: number; width: number }) {
  return (
    <div aria-hidden className="tabular relative h-5 text-micro text-tx3">
      {steps.map((step) => (
        <span
          key={step}
          className="absolute -translate-x-1/2"
          style={{ left: GUTTER.left + (step / limit) * plotWidth(width) }}
        >
          {formatWholeThousands(step)}
        </span>
      ))}
    </div>
  );
}

type CanvasProps = Props & {
  layout: ReturnType<typeof layOutLanes>;
  limit: number;
  steps: readonly number[];
  width: number;
  height: number;
  from: number;
};

/** The canvas, also a slider over the requests; scrolling paints the newly visible part. */
function Canvas(props: CanvasProps) {
  const say = useSay();
  const { lanes, layout, width, height, from, limit, steps, selected, floor, hover, onSelect } = props;
  const ref = useRef<HTMLCanvasElement>(null);
  const theme = useThemeVersion();
  const hovered = useHovered(hover);
  const numbers = useMemo(() => gutterLabels(layout), [layout]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another theme gives the same names other colours.
  useEffect(() => {
    const canvas = ref.current;
    const context = canvas?.getContext("2d");
    if (!canvas || !context) return;
    const ratio = globalThis.devicePixelRatio || 1;
    fitCanvas(canvas, Math.round(width * ratio), Math.round(height * ratio));
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    const colors = readCanvasColors(canvas);
    paintLanes(context, {
      lanes,
      layout,
      colors,
      width,
      from,
      height,
      limit,
      steps,
      numbers,
      selected,
      hovered,
      floor,
    });
  }, [lanes, layout, width, height, from, limit, steps, numbers, selected, hovered, floor, theme]);
  const under = (event: { clientY: number; currentTarget: Element }) =>
    laneAt(layout, event.clientY - event.currentTarget.getBoundingClientRect().top + from);
  const onKeyDown = (event: KeyboardEvent) => {
    const next = keyTarget(event, selected, lanes.length);
    if (next === null) return;
    event.preventDefault();
    onSelect(next);
  };
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={say("Request in the prefix lanes")}
      aria-orientation="vertical"
      aria-valuemin={1}
      aria-valuemax={lanes.length}
      aria-valuenow={selected + 1}
      aria-valuetext={props.valueText}
      className="data-fill sticky top-0 cursor-crosshair -outline-offset-2"
      style={{ height, width }}
      onPointerMove={(event: PointerEvent) => hover.set(under(event))}
      onPointerLeave={() => hover.set(null)}
      onClick={(event) => {
        const position = under(event);
        if (position !== null) onSelect(position);
      }}
      onKeyDown={onKeyDown}
    >
      <canvas ref={ref} aria-hidden style={{ width, height }} />
    </div>
  );
}

/** Sets the canvas size only if it differs, because even setting the same size reallocates its memory. */
function fitCanvas(canvas: HTMLCanvasElement, width: number, height: number): void {
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
}

/** The request that a key moves to. Down is the next one, because lanes run from top to bottom. */
function keyTarget(event: KeyboardEvent, selected: number, count: number): number | null {
  if (hasModifier(event)) return null;
  const step = event.shiftKey ? 10 : 1;
  const targets: Record<string, number> = {
    ArrowDown: selected + step,
    ArrowRight: selected + step,
    ArrowUp: selected - step,
    ArrowLeft: selected - step,
    PageDown: selected + 25,
    PageUp: selected - 25,
    Home: 0,
    End: count - 1,
  };
  const target = targets[event.key];
  return target === undefined ? null : Math.max(0, Math.min(count - 1, target));
}

type LaneOverviewProps = {
  lanes: readonly LaneMark[];
  layout: LaneLayout;
  from: number;
  height: number;
  onGo: (top: number) => void;
};

/**
 * A narrow strip next to the scrolling lanes that marks all breaks of the session and the visible lanes; a click
 * scrolls there. Pointer only, because keys reach every lane anyway.
 */
function LaneOverview({ lanes, layout, from, height, onGo }: LaneOverviewProps) {
  const scale = height / layout.height;
  return (
    <svg
      aria-hidden
      width="10"
      height={height}
      className="absolute bottom-0 left-0 cursor-pointer"
      onClick={(event) => {
        const y = event.clientY - event.currentTarget.getBoundingClientRect().top;
        onGo(y / scale - height / 2);
      }}
    >
      <rect width="10" height={height} fill="var(--s2)" />
      <Marks lanes={lanes} layout={layout} scale={scale} />
      <rect
        x="0.5"
        y={from * scale + 0.5}
        width="9"
        height={Math.max(6, height * scale - 1)}
        fill="none"
        stroke="var(--acc)"
      />
    </svg>
  );
}

type MarksProps = Pick<LaneOverviewProps, "lanes" | "layout"> & { scale: number };

/** Memoised, because there may be hundreds of marks, and scrolling does not change them. */
const Marks = memo(function Marks({ lanes, layout, scale }: MarksProps) {
  return lanes.map(({ found }) =>
    found ? (
      <rect
        key={found.at}
        x={found.isExpected ? 5 : 1}
        y={laneMiddle(layout, found.at) * scale - 1}
        width={found.isExpected ? 4 : 8}
        height="2"
        fill="var(--tx)"
      />
    ) : null,
  );
});
