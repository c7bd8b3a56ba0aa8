"use client";
import { type KeyboardEvent, memo, type PointerEvent, type ReactNode, useMemo } from "react";
import { useElementWidth } from "@/components/ui/use-element-width";
import { BreakLetters } from "./break-letters";
import { CacheStrip } from "./cache-strip";
import { type ColumnLayout, layOutColumns, positionAt } from "./column-layout";
import { type HoverStore, useHovered } from "./hover-store";
import { TimelineAxis } from "./timeline-axis";
import { TimelineMargin } from "./timeline-margin";
import { TimelineOverlay } from "./timeline-overlay";
import { TimelinePlot } from "./timeline-plot";
import { STRIP_HEIGHT, type TimelineRows, timelineRows } from "./timeline-rows";
import { TimelineRules } from "./timeline-rules";
import { TimelineTooltip } from "./timeline-tooltip";
import type { TimelinePoint, TimelineView } from "./timeline-view";

type Props = {
  view: TimelineView;
  selected: number;
  hover: HoverStore;
  onSelect: (position: number) => void;
  /** Pixels of the plot; the session page has 132. */
  plotHeight?: number;
  /** What a screen reader hears for the selected request. */
  valueText: string;
  describe: (point: TimelinePoint, position: number) => ReactNode;
};

const GUTTERS = { wide: { left: 56, right: 94 }, narrow: { left: 36, right: 10 } };
const NARROW = 640;

/** The spine: composition, window, compactions, breaks and cache on one x. One tab stop, arrow keys inside. */
export function Timeline(props: Props) {
  const { view } = props;
  const [ref, width] = useElementWidth<HTMLDivElement>();
  const isNarrow = width !== null && width < NARROW;
  const hasCache = view.points.some((point) => point.read !== null || point.written !== null);
  const height = props.plotHeight ?? (isNarrow ? 116 : 132);
  const rows = useMemo(() => timelineRows(height, hasCache, isNarrow), [height, hasCache, isNarrow]);
  const gutter = isNarrow ? GUTTERS.narrow : GUTTERS.wide;
  const layout = useMemo(
    () =>
      layOutColumns(
        view.points.map((point) => point.promptTokens),
        (width ?? 0) - gutter.left - gutter.right,
        gutter.left,
      ),
    [view, width, gutter],
  );
  return (
    <div ref={ref} className="relative w-full overflow-hidden" style={{ height: rows.end }}>
      {width === null ? null : (
        <>
          <TimelinePlot
            view={view}
            layout={layout}
            width={width}
            height={height}
            top={rows.plot}
            gutter={gutter.right}
          />
          <Decoration view={view} layout={layout} width={width} rows={rows} isNarrow={isNarrow} hasCache={hasCache} />
          <Moving {...props} layout={layout} width={width} rows={rows} isNarrow={isNarrow} />
          <Surface {...props} layout={layout} />
        </>
      )}
    </div>
  );
}

type LayerProps = { view: TimelineView; layout: ColumnLayout; width: number; rows: TimelineRows; isNarrow: boolean };

const Decoration = memo(function Decoration(props: LayerProps & { hasCache: boolean }) {
  const { view, layout, width, rows, isNarrow, hasCache } = props;
  return (
    <svg aria-hidden className="pointer-events-none absolute inset-0" width={width} height={rows.end}>
      {hasCache ? <CacheStrip points={view.points} layout={layout} y={rows.strip} height={STRIP_HEIGHT} /> : null}
      <TimelineRules view={view} layout={layout} top={rows.plot} bottom={rows.bottom} hasLabels={!isNarrow} />
      {hasCache ? <BreakLetters points={view.points} layout={layout} y={rows.letters + 1} /> : null}
      {isNarrow ? null : <TimelineMargin view={view} layout={layout} rows={rows} hasCache={hasCache} />}
    </svg>
  );
});

function Moving(props: Props & LayerProps) {
  const { view, layout, width, rows, selected, isNarrow } = props;
  const hovered = useHovered(props.hover);
  const point = hovered === null ? undefined : view.points[hovered];
  return (
    <>
      <svg aria-hidden className="pointer-events-none absolute inset-0" width={width} height={rows.end}>
        <TimelineAxis
          layout={layout}
          count={view.points.length}
          selected={selected}
          idles={view.idles}
          y={rows.axis}
          hasLabels={!isNarrow}
        />
        <TimelineOverlay layout={layout} selected={selected} hovered={hovered} rows={rows} />
      </svg>
      {point && hovered !== null ? (
        <TimelineTooltip layout={layout} width={width} position={hovered}>
          {props.describe(point, hovered)}
        </TimelineTooltip>
      ) : null}
    </>
  );
}

/** Takes pointer and keyboard for the whole spine: a slider over the requests. */
function Surface({ view, layout, selected, hover, onSelect, valueText }: Props & { layout: ColumnLayout }) {
  const count = view.points.length;
  const under = (event: PointerEvent) =>
    positionAt(layout, event.clientX - event.currentTarget.getBoundingClientRect().left);
  const onKeyDown = (event: KeyboardEvent) => {
    const next = keyTarget(event, selected, count);
    if (next === null) return;
    event.preventDefault();
    onSelect(next);
  };
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label="Request"
      aria-orientation="horizontal"
      aria-valuemin={1}
      aria-valuemax={count}
      aria-valuenow={selected + 1}
      aria-valuetext={valueText}
      className="absolute inset-0 cursor-crosshair -outline-offset-2"
      onPointerMove={(event) => hover.set(under(event))}
      onPointerLeave={() => hover.set(null)}
      onClick={(event) => {
        const position = under(event as unknown as PointerEvent);
        if (position !== null) onSelect(position);
      }}
      onKeyDown={onKeyDown}
    />
  );
}

function keyTarget(event: KeyboardEvent, selected: number, count: number): number | null {
  const step = event.shiftKey ? 10 : 1;
  const targets: Record<string, number> = {
    ArrowRight: selected + step,
    ArrowUp: selected + step,
    ArrowLeft: selected - step,
    ArrowDown: selected - step,
    PageUp: selected + 10,
    PageDown: selected - 10,
    Home: 0,
    End: count - 1,
  };
  const target = targets[event.key];
  return target === undefined ? null : Math.max(0, Math.min(count - 1, target));
}
