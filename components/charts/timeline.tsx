"use client";
import { type KeyboardEvent, memo, type PointerEvent, type ReactNode, useMemo } from "react";
import { useElementWidth } from "@/components/ui/use-element-width";
import type { TimelinePoint, TimelineView } from "@/lib/view-models/timeline";
import { axisLabels, idleRules, type PlacedIdle } from "./axis-labels";
import { BreakLetters } from "./break-letters";
import { type BreakMark, breakMarks, markUnder } from "./break-marks";
import { CacheStrip } from "./cache-strip";
import { type ColumnLayout, columnOf, layOutColumns, positionAt } from "./column-layout";
import { columnNotes } from "./column-notes";
import { compactionLabels } from "./compaction-labels";
import { type HoverStore, useHovered } from "./hover-store";
import { TimelineAxis } from "./timeline-axis";
import { TimelineMargin } from "./timeline-margin";
import { TimelineOverlay } from "./timeline-overlay";
import { TimelinePlot } from "./timeline-plot";
import { STRIP_HEIGHT, type TimelineRows, timelineRows } from "./timeline-rows";
import { CompactionLabels, TimelineRules } from "./timeline-rules";
import { TimelineTooltip } from "./timeline-tooltip";

type Props = {
  view: TimelineView;
  selected: number;
  hover: HoverStore;
  onSelect: (position: number) => void;
  /** Height of the plot in pixels; the session page uses 132. */
  plotHeight?: number;
  /** Describes the selected request to screen readers. */
  valueText: string;
  describe: (point: TimelinePoint, position: number) => ReactNode;
};

const GUTTERS = { wide: { left: 56, right: 94 }, narrow: { left: 36, right: 10 } };
const NARROW = 640;

/** Composition, window, compactions, breaks and cache over one x axis. It is one tab stop with arrow keys inside. */
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
  const marks = useMemo(() => (hasCache ? breakMarks(view.breaks, layout) : []), [view, layout, hasCache]);
  const idles = useMemo(() => idleRules(view.idles, layout), [view, layout]);
  const layers = { layout, marks, idles, rows, isNarrow };
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
          <Decoration view={view} {...layers} width={width} hasCache={hasCache} />
          <Moving {...props} {...layers} width={width} />
          <Surface {...props} {...layers} />
        </>
      )}
    </div>
  );
}

type Layers = {
  layout: ColumnLayout;
  marks: readonly BreakMark[];
  idles: readonly PlacedIdle[];
  rows: TimelineRows;
  isNarrow: boolean;
};
type DecorationProps = Layers & { view: TimelineView; width: number; hasCache: boolean };

/** Everything that changes only with the data and the width. */
const Decoration = memo(function Decoration(props: DecorationProps) {
  const { view, layout, width, rows, isNarrow, hasCache } = props;
  return (
    <svg aria-hidden className="pointer-events-none absolute inset-0" width={width} height={rows.end}>
      {hasCache ? (
        <CacheStrip
          points={view.points}
          layout={layout}
          y={rows.strip}
          height={STRIP_HEIGHT}
          isSimulated={view.isCacheSimulated}
        />
      ) : null}
      <TimelineRules
        compactions={view.compactions}
        idles={props.idles}
        layout={layout}
        top={rows.plot}
        bottom={rows.bottom}
      />
      <BreakLetters marks={props.marks} y={rows.letters + 1} />
      {isNarrow ? null : <TimelineMargin view={view} layout={layout} rows={rows} hasCache={hasCache} />}
    </svg>
  );
});

function Moving(props: Props & Layers & { width: number }) {
  const { view, layout, marks, width, rows, selected, isNarrow, hover, describe } = props;
  const hovered = useHovered(hover);
  const point = hovered === null ? undefined : view.points[hovered];
  const column = hovered === null ? undefined : columnOf(layout, hovered);
  const idles = isNarrow ? [] : props.idles;
  return (
    <>
      <svg aria-hidden className="pointer-events-none absolute inset-0" width={width} height={rows.end}>
        <TimelineAxis labels={axisLabels({ layout, count: view.points.length, selected, idles })} y={rows.axis} />
        {isNarrow ? null : (
          <CompactionLabels labels={compactionLabels(view.compactions, selected, layout)} y={rows.plot - 8} />
        )}
        <TimelineOverlay layout={layout} selected={selected} hovered={hovered} rows={rows} />
      </svg>
      {point && column && hovered !== null ? (
        <TimelineTooltip layout={layout} width={width} position={hovered} notes={columnNotes(view, marks, column)}>
          {describe(point, hovered)}
        </TimelineTooltip>
      ) : null}
    </>
  );
}

/** Handles pointer and keyboard for the whole timeline, as a slider over the requests. */
function Surface({ view, layout, marks, rows, selected, hover, onSelect, valueText }: Props & Layers) {
  const count = view.points.length;
  const under = (event: PointerEvent) => {
    const box = event.currentTarget.getBoundingClientRect();
    const x = event.clientX - box.left;
    const y = event.clientY - box.top;
    // A letter may be drawn beside its column, so a click in the row of letters means the letter, not the column.
    const mark = y >= rows.letters && y < rows.strip ? markUnder(marks, x) : undefined;
    return mark?.shown.at ?? positionAt(layout, x);
  };
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
