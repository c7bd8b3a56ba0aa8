"use client";
import { memo, type ReactNode, useMemo } from "react";
import { clockMinutes } from "@/components/session/local-time";
import { useElementWidth } from "@/components/ui/use-element-width";
import { useSay } from "@/components/words/words-provider";
import type { TimelineCompaction, TimelinePoint, TimelineView } from "@/lib/view-models/session/timeline";
import { axisLabels, clockLabels, idleRules, type PlacedIdle, SELECTED_KEY } from "./axis-labels";
import { type BreakMark, breakMarks } from "./break-marks";
import { CacheStrip, UnknownStrip } from "./cache-strip";
import { type ColumnLayout, columnOf, layOutColumns, type RequestRange, xOf } from "./column-layout";
import { columnNotes } from "./column-notes";
import { type HoverStore, useHovered } from "./hover-store";
import { type LabelWish, type PlacedLabel, placeLabels } from "./label-layout";
import { TimelineMargin } from "./timeline-margin";
import { TimelineOverlay } from "./timeline-overlay";
import { TimelinePlot } from "./timeline-plot";
import { STRIP_HEIGHT, type TimelineRows, timelineRows } from "./timeline-rows";
import { CompactionLabels, TimelineRules } from "./timeline-rules";
import { TimelineSurface } from "./timeline-surface";

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
  /** The zoom: only these requests are drawn; null or absent draws all. */
  range?: RequestRange | null;
  /** Zooms to a range, or out to all requests if null. Without it, the chart cannot zoom. `continues`: part of the last gesture. */
  onRange?: ((range: RequestRange | null, continues?: boolean) => void) | undefined;
};

export const GUTTERS = { wide: { left: 56, right: 94 }, narrow: { left: 42, right: 10 } };
export const NARROW = 640;

/** Composition, window, compactions, breaks and cache over one x axis. One tab stop with arrow keys inside. */
export function Timeline(props: Props) {
  const { range = null } = props;
  const view = useMemo(() => within(props.view, range), [props.view, range]);
  const hasClock = useMemo(() => view.points.some(({ startedAt }) => startedAt !== null), [view]);
  const [ref, width] = useElementWidth<HTMLDivElement>();
  const isNarrow = width !== null && width < NARROW;
  const hasCache = view.isCacheUnknown || view.points.some((point) => point.read !== null || point.written !== null);
  const height = props.plotHeight ?? (isNarrow ? 116 : 132);
  const rows = useMemo(
    () => timelineRows(height, hasCache, isNarrow, hasClock),
    [height, hasCache, isNarrow, hasClock],
  );
  const gutter = isNarrow ? GUTTERS.narrow : GUTTERS.wide;
  const layout = useMemo(
    () =>
      layOutColumns(
        view.points.map((point) => point.promptTokens),
        (width ?? 0) - gutter.left - gutter.right,
        gutter.left,
        range,
      ),
    [view, width, gutter, range],
  );
  const marks = useMemo(() => (hasCache ? breakMarks(view.breaks, layout) : []), [view, layout, hasCache]);
  const idles = useMemo(() => idleRules(view.idles, layout), [view, layout]);
  const layers = { layout, marks, idles, rows, isNarrow };
  return (
    <div ref={ref} className="relative w-full overflow-hidden" style={{ height: rows.end }}>
      {width === null ? null : (
        <>
          <Decoration view={view} {...layers} width={width} height={height} hasCache={hasCache} />
          <Moving {...props} {...layers} view={view} width={width} />
          <TimelineSurface {...props} {...layers} view={view} />
        </>
      )}
    </div>
  );
}

/** The events within the zoom; the requests themselves keep their positions. */
function within(view: TimelineView, range: RequestRange | null): TimelineView {
  if (range === null) return view;
  const isIn = ({ at }: { at: number }) => at >= range.from && at <= range.to;
  return {
    ...view,
    breaks: view.breaks.filter(isIn),
    compactions: view.compactions.filter(isIn),
    idles: view.idles.filter(isIn),
  };
}

type Layers = {
  layout: ColumnLayout;
  marks: readonly BreakMark[];
  idles: readonly PlacedIdle[];
  rows: TimelineRows;
  isNarrow: boolean;
};
type DecorationProps = Layers & { view: TimelineView; width: number; height: number; hasCache: boolean };

/** Everything that changes only with the data, the zoom and the width. */
const Decoration = memo(function Decoration(props: DecorationProps) {
  const { view, layout, width, rows, isNarrow, hasCache } = props;
  return (
    <svg aria-hidden className="pointer-events-none absolute inset-0" width={width} height={rows.end}>
      <TimelinePlot view={view} layout={layout} top={rows.plot} height={props.height} />
      {view.isCacheUnknown ? (
        <UnknownStrip layout={layout} y={rows.strip} height={STRIP_HEIGHT} />
      ) : hasCache ? (
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
  const say = useSay();
  const hovered = useHovered(hover);
  const point = hovered === null ? undefined : view.points[hovered];
  const column = hovered === null ? undefined : columnOf(layout, hovered);
  const idles = isNarrow ? [] : props.idles;
  return (
    <>
      <svg aria-hidden className="pointer-events-none absolute inset-0" width={width} height={rows.end}>
        <TimelineAxis
          labels={axisLabels({ layout, count: view.points.length, selected, idles: rows.clock === null ? idles : [] })}
          y={rows.axis}
        />
        {rows.clock === null ? null : (
          <TimelineAxis
            labels={clockLabels(layout, idles, (position) => clockMinutes(view.points[position]?.startedAt))}
            y={rows.clock}
          />
        )}
        {isNarrow ? null : (
          <CompactionLabels labels={compactionLabels(view.compactions, selected, layout)} y={rows.plot - 8} />
        )}
        <TimelineOverlay layout={layout} selected={selected} hovered={hovered} rows={rows} />
      </svg>
      {point && column && hovered !== null ? (
        <TimelineTooltip layout={layout} width={width} position={hovered} notes={columnNotes(view, marks, column, say)}>
          {describe(point, hovered)}
        </TimelineTooltip>
      ) : null}
    </>
  );
}

/**
 * Labels above the plot, by priority: the compaction before the selected request, the first, the last, then the others.
 */
export function compactionLabels(
  compactions: readonly TimelineCompaction[],
  selected: number,
  layout: ColumnLayout,
): PlacedLabel[] {
  const followed = compactions.findLast(({ at }) => at <= selected);
  const order = [followed, compactions[0], compactions.at(-1), ...compactions].filter((entry) => entry !== undefined);
  const wishes = [...new Set(order)].map(
    ({ at, label }): LabelWish => ({ key: `${at}`, text: label, x: xOf(layout, at), align: "middle", isBold: true }),
  );
  return placeLabels(wishes, { left: layout.left, right: layout.left + layout.available });
}

/** Request numbers, counted from 1, and pauses; the selected request is bold. */
function TimelineAxis({ labels, y }: { labels: readonly PlacedLabel[]; y: number }) {
  return (
    <g fontSize="11" fill="var(--tx3)" className="tabular">
      {labels.map(({ key, text, from, to, align }) =>
        key === SELECTED_KEY ? (
          <text key={key} x={(from + to) / 2} y={y} textAnchor="middle" fontWeight="700" fill="var(--tx)">
            {text}
          </text>
        ) : (
          <text
            key={key}
            x={align === "start" ? from : (from + to) / 2}
            y={y}
            textAnchor={align === "start" ? "start" : "middle"}
          >
            {text}
          </text>
        ),
      )}
    </g>
  );
}

type TimelineTooltipProps = {
  layout: ColumnLayout;
  width: number;
  position: number;
  notes: readonly string[];
  children: ReactNode;
};

const WIDTH = 208;

/** A tooltip next to the column, on the side with room, never under the pointer. */
function TimelineTooltip({ layout, width, position, notes, children }: TimelineTooltipProps) {
  const x = xOf(layout, position);
  const fitsRight = x + 16 + WIDTH < width;
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute top-5 z-10 rounded-control border border-line2 bg-s1 px-2.5 py-2 text-small"
      style={{ width: WIDTH, left: fitsRight ? x + 16 : Math.max(4, x - 12 - WIDTH) }}
    >
      {children}
      {notes.length > 0 ? (
        <div className="tabular mt-1 border-line border-t pt-1 text-micro text-tx2">
          {notes.map((note) => (
            <p key={note}>{note}</p>
          ))}
        </div>
      ) : null}
    </div>
  );
}

type BreakLettersProps = { marks: readonly BreakMark[]; y: number };

/**
 * The letters of the cache breaks. A filled box is an avoidable or unexplained break; an outlined box follows a
 * compaction or pause. A line under the box means several breaks, shown by the letter of the worst.
 */
const BreakLetters = memo(function BreakLetters({ marks, y }: BreakLettersProps) {
  return marks.map(({ x, shown, breaks }) => (
    <g key={shown.at} transform={`translate(${x} ${y})`}>
      <rect
        x="0.5"
        y="0.5"
        width="13"
        height="13"
        rx="2"
        fill={shown.isChosen ? "var(--acc)" : shown.isExpected ? "var(--bg)" : "var(--tx)"}
        stroke={shown.isChosen ? "var(--acc)" : shown.isExpected ? "var(--tx2)" : "var(--tx)"}
      />
      <text
        x="7"
        y="10.6"
        textAnchor="middle"
        fontSize="10"
        fontWeight="650"
        fill={shown.isChosen ? "var(--onacc)" : shown.isExpected ? "var(--tx)" : "var(--bg)"}
      >
        {shown.letter}
      </text>
      {breaks.length > 1 ? <rect x="2" y="15" width="10" height="1.5" fill="var(--tx2)" /> : null}
    </g>
  ));
});
