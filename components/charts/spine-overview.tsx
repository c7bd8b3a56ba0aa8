"use client";
import { memo, type PointerEvent, useMemo, useState } from "react";
import { useElementWidth } from "@/components/ui/use-element-width";
import { useSay } from "@/components/words/words-provider";
import type { TimelineView } from "@/lib/view-models/session/timeline";
import type { RequestRange } from "./column-layout";
import { GUTTERS, NARROW } from "./timeline";
import { moveInside } from "./zoom";

type Props = {
  view: TimelineView;
  range: RequestRange;
  /** `continues`: the change belongs to the same drag as the last one. */
  onRange: (range: RequestRange, continues: boolean) => void;
};

const HEIGHT = 18;
const HANDLE = 10;

/**
 * All requests in one strip, with the zoomed range between two handles: drag a handle to change it, the middle to move
 * it. Pointer only: the keyboard zooms with + and −.
 */
export const SpineOverview = memo(function SpineOverview({ view, range, onRange }: Props) {
  const say = useSay();
  const [ref, width] = useElementWidth<HTMLDivElement>();
  const gutter = (width ?? 0) < NARROW ? GUTTERS.narrow : GUTTERS.wide;
  const room = Math.max(1, (width ?? 0) - gutter.left - gutter.right);
  const count = view.points.length;
  const outline = useMemo(() => outlineOf(view, room), [view, room]);
  const xOf = (position: number) => gutter.left + (position / count) * room;
  const [held, setHeld] = useState<{ part: "from" | "to" | "all"; x: number; range: RequestRange } | null>(null);
  const onPointerDown = (part: "from" | "to" | "all") => (event: PointerEvent) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    setHeld({ part, x: event.clientX, range });
  };
  const onPointerMove = (event: PointerEvent) => {
    if (!held) return;
    const by = Math.round(((event.clientX - held.x) / room) * count);
    const { from, to } = held.range;
    const continues = range !== held.range;
    if (held.part === "all") onRange(moveInside({ from: from + by, to: to + by }, count), continues);
    else if (held.part === "from") onRange({ from: Math.max(0, Math.min(to, from + by)), to }, continues);
    else onRange({ from, to: Math.min(count - 1, Math.max(from, to + by)) }, continues);
  };
  const dragOf = (part: "from" | "to" | "all") => ({
    onPointerDown: onPointerDown(part),
    onPointerMove,
    onPointerUp: () => setHeld(null),
    onPointerCancel: () => setHeld(null),
  });
  const [left, right] = [xOf(range.from), Math.max(xOf(range.from) + 2, xOf(range.to + 1))];
  return (
    <div ref={ref} aria-hidden className="relative w-full overflow-hidden" style={{ height: HEIGHT + 4 }}>
      {width === null ? null : (
        <svg aria-hidden width={width} height={HEIGHT + 4} className="data-fill touch-none">
          {gutter === GUTTERS.wide ? (
            <text x={gutter.left - 8} y={13} textAnchor="end" fontSize="11" fill="var(--tx3)">
              {say("all")}
            </text>
          ) : null}
          <g transform={`translate(${gutter.left} 1)`}>
            <path d={outline} fill="var(--line2)" />
          </g>
          <rect
            {...dragOf("all")}
            x={left}
            y={1}
            width={right - left}
            height={HEIGHT}
            fill="var(--acc)"
            fillOpacity="0.18"
            stroke="var(--acc)"
            className="cursor-grab"
          />
          {(["from", "to"] as const).map((end) => (
            <g key={end} {...dragOf(end)} className="cursor-ew-resize">
              <rect
                x={(end === "from" ? left : right) - HANDLE / 2}
                y={0}
                width={HANDLE}
                height={HEIGHT + 4}
                fill="transparent"
              />
              <rect x={(end === "from" ? left : right) - 2} y={5} width={4} height={10} rx={1} fill="var(--acc)" />
            </g>
          ))}
        </svg>
      )}
    </div>
  );
});

/** The largest prompt under each pixel, as one path. */
function outlineOf({ points }: TimelineView, room: number): string {
  const pixels = Math.max(1, Math.floor(room));
  const most = new Float64Array(pixels);
  let peak = 1;
  points.forEach(({ promptTokens }, at) => {
    const first = Math.floor((at / points.length) * pixels);
    const last = Math.max(first, Math.floor(((at + 1) / points.length) * pixels) - 1);
    for (let x = first; x <= last; x += 1) most[x] = Math.max(most[x] as number, promptTokens);
    peak = Math.max(peak, promptTokens);
  });
  const heights = [...most].map((tokens) => (HEIGHT - 1) * (1 - tokens / peak));
  return `M0 ${HEIGHT}${heights.map((y, x) => `L${x} ${y.toFixed(1)}L${x + 1} ${y.toFixed(1)}`).join("")}L${pixels} ${HEIGHT}z`;
}
