"use client";
import { useVirtualizer } from "@tanstack/react-virtual";
import {
  memo,
  type PointerEvent,
  type Ref,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { useShortcuts } from "@/components/shell/shortcut-provider";
import { useSay } from "@/components/words/words-provider";
import {
  type AlignedCell,
  type AlignedRow,
  type InsertedRow,
  nextChange,
} from "@/lib/view-models/compare/aligned-transcript";
import { choiceName } from "@/lib/view-models/compare/strategy-choice";
import { type MapScale, toMapScale, toMapSegments, toMapWindow } from "@/lib/view-models/compare/transcript-map";
import { formatTokens } from "@/lib/wording/number-format";
import { sentence } from "@/lib/wording/say";
import type { Chosen } from "../shared/compare-types";
import { StrategyMark } from "../shared/strategy-mark";
import { useLatest } from "../shared/use-latest";
import { ALIGNED_GRID } from "./aligned-grid";
import { ALIGNED_ROW_HEIGHT, AlignedRowView } from "./aligned-row";

/** Moves to the next (1) or previous (-1) change. */
export type ListHandle = { readonly go: (step: 1 | -1) => void };

type Props = {
  ref: Ref<ListHandle>;
  rows: readonly AlignedRow[];
  /** The listed rows, including those of inserted messages. */
  shown: readonly (AlignedRow | InsertedRow)[];
  chosen: readonly Chosen[];
  column: number;
  row: number | null;
  onRow: (row: number) => void;
  onOpen: (row: AlignedRow | InsertedRow, strategy: number) => void;
};

const KEYS = [
  {
    title: sentence("Compare"),
    shortcuts: [
      { does: sentence("next change"), keys: ["n"] },
      { does: sentence("previous change"), keys: ["p"] },
    ],
  },
];

/** The scrolling part of the view, a separate component so that scrolling re-renders nothing around it. */
export function AlignedList({ ref, rows, shown, chosen, column, row, onRow, onOpen }: Props) {
  const say = useSay();
  const scale = useMemo(() => toMapScale(rows), [rows]);
  const scroller = useRef<HTMLElement>(null);
  const virtual = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ALIGNED_ROW_HEIGHT,
    overscan: 8,
  });
  /** Key of the row last reached with n or p. */
  const [current, setCurrent] = useState<string | null>(null);
  const stand = (index: number) => {
    setCurrent(shown[index]?.key ?? null);
    virtual.scrollToIndex(index, { align: "start" });
  };
  const go = useLatest((step: 1 | -1) => {
    const first = virtual.range?.startIndex ?? 0;
    const at = shown.findIndex((candidate) => candidate.key === current);
    const next = nextChange(shown, at >= 0 ? at : step === 1 ? first - 1 : first, step);
    const target = next === null ? undefined : shown[next];
    if (next === null || !target) return;
    stand(next);
    onRow(target.index);
  });
  const toSummary = useLatest((strategy: number, name: string) => {
    const index = shown.findIndex(({ part, cells }) => part === null && cells[strategy]?.name === name);
    if (index >= 0) stand(index);
  });
  useImperativeHandle(ref, () => ({ go }), [go]);
  useShortcuts(KEYS, { n: () => go(1), p: () => go(-1) });
  useStartAt(row, shown, shown.find(({ key }) => key === current)?.index ?? null, stand);
  const visible = virtual.getVirtualItems();
  return (
    <div className="flex h-[72vh] min-h-80 border-line2 border-y">
      <section
        ref={scroller}
        aria-label={say("Aligned transcript")}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the list scrolls and must be reachable by keyboard
        tabIndex={0}
        className="h-full min-w-0 flex-1 overflow-auto"
      >
        <Head chosen={chosen} column={column} count={rows.length} />
        <ul className="relative" style={{ height: virtual.getTotalSize() }}>
          {visible.map((item) => {
            const aligned = shown[item.index];
            if (!aligned) return null;
            return (
              <AlignedRowView
                key={item.key}
                top={item.start}
                row={aligned}
                chosen={chosen}
                column={column}
                isCurrent={aligned.key === current}
                onOpen={onOpen}
                onSummary={toSummary}
              />
            );
          })}
        </ul>
      </section>
      <MiniMap
        rows={rows}
        scale={scale}
        shown={shown}
        chosen={chosen}
        first={visible[0]?.index ?? 0}
        last={visible.at(-1)?.index ?? 0}
        onJump={(index) => virtual.scrollToIndex(index, { align: "start" })}
      />
    </div>
  );
}

/**
 * Scrolls to the row in the URL, once the rows are there and whenever it changes. `own`: the row that the list itself
 * wrote to the URL, which needs no scrolling.
 */
function useStartAt(
  row: number | null,
  shown: readonly { readonly index: number }[],
  own: number | null,
  start: (index: number) => void,
) {
  const isThere = shown.length > 0;
  const latest = useLatest(start);
  const places = useRef({ shown, own });
  useLayoutEffect(() => {
    places.current = { shown, own };
  });
  useEffect(() => {
    if (!isThere || row === null || row === places.current.own) return;
    const index = places.current.shown.findIndex((candidate) => candidate.index >= row);
    // The list has no height before the next frame, so scroll then.
    const frame = requestAnimationFrame(() => index > 0 && latest(index));
    return () => cancelAnimationFrame(frame);
  }, [row, isThere, latest]);
}

const Head = memo(function Head({
  chosen,
  column,
  count,
}: {
  chosen: readonly Chosen[];
  column: number;
  count: number;
}) {
  const say = useSay();
  return (
    <div className={`${ALIGNED_GRID} sticky top-0 z-10 w-full border-line2 border-b bg-bg`}>
      <div className="sticky left-0 z-10 bg-bg px-4 py-1.5 text-micro text-tx3 max-sm:px-3">
        {say("original, {count} parts", { count: formatTokens(count) })}
      </div>
      {chosen.map(({ choice }, index) => (
        <div
          key={choice.id}
          className={`flex min-w-0 items-center gap-2 border-line border-l px-3 py-1.5 font-medium text-small ${index === column ? "" : "max-sm:hidden"}`}
        >
          <StrategyMark slot={choice.slot} />
          <span className="truncate">{choiceName(choice.id, say)}</span>
        </div>
      ))}
    </div>
  );
});

type MiniMapProps = {
  rows: readonly AlignedRow[];
  scale: MapScale;
  shown: readonly { readonly index: number }[];
  chosen: readonly Chosen[];
  /** First and last visible position in `shown`. */
  first: number;
  last: number;
  onJump: (position: number) => void;
};

const FILL: Readonly<Record<AlignedCell["status"], string>> = {
  kept: "var(--s3)",
  edited: "var(--tx2)",
  dropped: "url(#map-dropped)",
  aside: "url(#map-aside)",
  summarised: "var(--kind-summary)",
};
const STATUSES = Object.keys(FILL) as AlignedCell["status"][];
/** Height of the drawing in its own units; stretched to the list's height. */
const HEIGHT = 1000;

/** A map of what each strategy changed, with heights by tokens. The frame marks the visible rows; a click jumps. */
function MiniMap({ rows, scale, shown, chosen, first, last, onJump }: MiniMapProps) {
  const view = toMapWindow(shown, scale, first, last);
  const jump = (event: PointerEvent<HTMLDivElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const wanted = (event.clientY - box.top) / box.height;
    const index = shown.findIndex((row) => (scale[row.index + 1] ?? 1) >= wanted);
    onJump(index < 0 ? shown.length - 1 : index);
  };
  return (
    <div className="h-full shrink-0 border-line border-l px-1.5 max-sm:hidden">
      {/* Keyboard users have the list. The frame is a separate element, so that moving it does not repaint the map. */}
      <div className="relative h-full cursor-pointer" onPointerDown={jump}>
        <MapDrawing rows={rows} scale={scale} chosen={chosen} />
        <span
          aria-hidden
          className="pointer-events-none absolute inset-x-0 border-[1.5px] border-acc"
          style={{ top: `${view.from * 100}%`, height: `max(4px, ${(view.to - view.from) * 100}%)` }}
        />
      </div>
    </div>
  );
}

type DrawingProps = Pick<MiniMapProps, "rows" | "scale" | "chosen">;

const MapDrawing = memo(function MapDrawing({ rows, scale, chosen }: DrawingProps) {
  const say = useSay();
  const width = chosen.length * 10 + 6;
  return (
    <svg
      viewBox={`0 0 ${width} ${HEIGHT}`}
      preserveAspectRatio="none"
      className="pattern block h-full"
      style={{ width }}
      role="img"
      aria-label={say("Map of the full transcript: where each strategy changed it")}
    >
      <defs>
        <pattern id="map-dropped" width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width="4" height="4" fill="var(--bg)" />
          <line x1="0" y1="0" x2="0" y2="4" stroke="var(--ctl)" strokeWidth="1.5" />
        </pattern>
        <pattern id="map-aside" width="4" height="5" patternUnits="userSpaceOnUse">
          <rect width="4" height="5" fill="var(--bg)" />
          <line x1="0" y1="2" x2="4" y2="2" stroke="var(--tx3)" strokeWidth="1.5" />
        </pattern>
      </defs>
      {chosen.map(({ choice }, strategy) => (
        <g key={choice.slot}>
          {columnPaths(rows, scale, strategy).map(({ status, path }) => (
            <path key={status} d={path} fill={FILL[status]} />
          ))}
        </g>
      ))}
    </svg>
  );
});

/** One path per state, because thousands of rectangles would slow the page down. */
function columnPaths(rows: readonly AlignedRow[], scale: MapScale, strategy: number) {
  const segments = toMapSegments(rows, strategy, scale);
  const left = 3 + strategy * 10;
  return STATUSES.map((status) => ({
    status,
    path: segments
      .filter((segment) => segment.status === status)
      .map(({ from, to }) => `M${left} ${from * HEIGHT}h8V${Math.max(to * HEIGHT, from * HEIGHT + 0.5)}h-8Z`)
      .join(""),
  })).filter(({ path }) => path !== "");
}
