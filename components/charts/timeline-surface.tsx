"use client";
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from "react";
import { hasModifier } from "@/components/ui/has-modifier";
import { useSay } from "@/components/words/words-provider";
import type { TimelineView } from "@/lib/view-models/session/timeline";
import { type BreakMark, markUnder } from "./break-marks";
import { type ColumnLayout, columnOf, positionAt, type RequestRange } from "./column-layout";
import type { HoverStore } from "./hover-store";
import type { TimelineRows } from "./timeline-rows";
import { zoomAround } from "./zoom";

type Props = {
  view: TimelineView;
  layout: ColumnLayout;
  marks: readonly BreakMark[];
  rows: TimelineRows;
  selected: number;
  hover: HoverStore;
  onSelect: (position: number) => void;
  /** Describes the selected request to screen readers. */
  valueText: string;
  range?: RequestRange | null;
  onRange?: ((range: RequestRange | null, continues?: boolean) => void) | undefined;
};

/** Pixels the pointer must move before a press becomes a drag. */
const DRAG = 5;
/** Milliseconds between two turns of the wheel that belong to one gesture. */
const WHEEL_REST = 300;

/**
 * Handles pointer and keyboard for the whole timeline, as a slider over the requests. Dragging selects a range to zoom
 * to, Ctrl + wheel (also sent by a pinch) zooms around the pointer, and a click on a column of several requests opens
 * it.
 */
export function TimelineSurface(props: Props) {
  const { view, layout, marks, rows, selected, hover, onSelect, valueText, onRange } = props;
  const say = useSay();
  const count = view.points.length;
  const { from, to } = layout.range;
  const surface = useRef<HTMLDivElement>(null);
  const { drag, ...handlers } = useRangeDrag(layout, onRange);
  useWheelZoom(surface, layout, count, onRange);
  const under = (event: { clientX: number; clientY: number; currentTarget: Element }) => {
    const box = event.currentTarget.getBoundingClientRect();
    const x = event.clientX - box.left;
    const y = event.clientY - box.top;
    // A letter may be drawn next to its column, so a click in the letter row selects the letter, not the column.
    const mark = y >= rows.letters && y < rows.strip ? markUnder(marks, x) : undefined;
    return mark?.shown.at ?? positionAt(layout, x);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = keyTarget(event, selected, { from, to });
    if (next === null) return;
    event.preventDefault();
    onSelect(next);
  };
  return (
    <div
      ref={surface}
      role="slider"
      tabIndex={0}
      aria-label={say("Request")}
      aria-orientation="horizontal"
      aria-valuemin={from + 1}
      aria-valuemax={to + 1}
      aria-valuenow={selected + 1}
      aria-valuetext={valueText}
      className="absolute inset-0 cursor-crosshair touch-pan-y -outline-offset-2"
      onPointerDown={handlers.onPointerDown}
      onPointerMove={(event) => {
        handlers.onPointerMove(event);
        hover.set(under(event));
      }}
      onPointerUp={(event) => {
        const wasDragged = handlers.onPointerUp();
        const position = wasDragged || event.button !== 0 ? null : under(event);
        if (position === null) return;
        onSelect(position);
        const column = columnOf(layout, position);
        if (column && column.last > column.first) onRange?.({ from: column.first, to: column.last });
      }}
      onPointerCancel={handlers.onPointerUp}
      onPointerLeave={() => hover.set(null)}
      onKeyDown={onKeyDown}
    >
      {drag ? (
        <div
          aria-hidden
          className="pointer-events-none absolute border-acc border-x bg-acc/15"
          style={{ left: drag.left, width: drag.width, top: rows.plot, height: rows.bottom - rows.plot }}
        />
      ) : null}
    </div>
  );
}

/** A press that moves sideways selects a range. `onPointerUp` returns whether it did. */
function useRangeDrag(layout: ColumnLayout, onRange: Props["onRange"]) {
  const [ends, setEnds] = useState<{ start: number; end: number } | null>(null);
  const isDrag = ends !== null && Math.abs(ends.end - ends.start) >= DRAG;
  const [left, right] = ends ? [Math.min(ends.start, ends.end), Math.max(ends.start, ends.end)] : [0, 0];
  const xIn = (event: PointerEvent) => event.clientX - event.currentTarget.getBoundingClientRect().left;
  return {
    drag: isDrag ? { left, width: right - left } : null,
    onPointerDown: (event: PointerEvent) => {
      if (!onRange || event.button !== 0 || event.pointerType === "touch") return;
      event.currentTarget.setPointerCapture(event.pointerId);
      setEnds({ start: xIn(event), end: xIn(event) });
    },
    onPointerMove: (event: PointerEvent) => {
      if (ends) setEnds({ ...ends, end: xIn(event) });
    },
    onPointerUp: (): boolean => {
      setEnds(null);
      if (!isDrag) return false;
      const [first, last] = [columnAt(layout, left), columnAt(layout, right)];
      if (first && last) onRange?.({ from: first.first, to: last.last });
      return true;
    },
  };
}

const columnAt = (layout: ColumnLayout, x: number) => {
  const position = positionAt(layout, x);
  return position === null ? undefined : columnOf(layout, position);
};

function useWheelZoom(
  surface: { readonly current: HTMLDivElement | null },
  layout: ColumnLayout,
  count: number,
  onRange: Props["onRange"],
): void {
  const turned = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    const element = surface.current;
    if (!element || !onRange) return;
    // React's own wheel listener is passive, so it could not keep the browser from zooming the page.
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      const position = positionAt(layout, event.clientX - element.getBoundingClientRect().left);
      const continues = event.timeStamp - turned.current < WHEEL_REST;
      turned.current = event.timeStamp;
      if (position !== null)
        onRange(zoomAround(layout.range, position, event.deltaY < 0 ? 0.8 : 1.25, count), continues);
    };
    element.addEventListener("wheel", onWheel, { passive: false });
    return () => element.removeEventListener("wheel", onWheel);
  }, [surface, layout, count, onRange]);
}

function keyTarget(event: KeyboardEvent, selected: number, { from, to }: RequestRange): number | null {
  if (hasModifier(event)) return null;
  const step = event.shiftKey ? 10 : 1;
  const targets: Record<string, number> = {
    ArrowRight: selected + step,
    ArrowUp: selected + step,
    ArrowLeft: selected - step,
    ArrowDown: selected - step,
    PageUp: selected + 10,
    PageDown: selected - 10,
    Home: from,
    End: to,
  };
  const target = targets[event.key];
  return target === undefined ? null : Math.max(from, Math.min(to, target));
}
