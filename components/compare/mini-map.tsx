"use client";
import type { PointerEvent } from "react";
import { type AlignedCell, type AlignedRow, toMapSegments, toMapWindow } from "@/lib/view-models/aligned-transcript";
import type { Chosen } from "./compare-types";

type Props = {
  rows: readonly AlignedRow[];
  shown: readonly AlignedRow[];
  chosen: readonly Chosen[];
  /** Positions in `shown` that are drawn. */
  first: number;
  last: number;
  onJump: (position: number) => void;
};

const FILL: Readonly<Record<AlignedCell["fate"], string>> = {
  kept: "var(--s3)",
  edited: "var(--tx2)",
  dropped: "url(#map-dropped)",
  aside: "url(#map-aside)",
  summarised: "var(--kind-summary)",
};
/** Units of the drawing's height; it is stretched to the height of the list. */
const HEIGHT = 1000;

/** Where each strategy cut, height by tokens; the frame is what the list shows. A click jumps there. */
export function MiniMap({ rows, shown, chosen, first, last, onJump }: Props) {
  const view = toMapWindow(shown, rows, first, last);
  const width = chosen.length * 10 + 6;
  const jump = (event: PointerEvent<SVGSVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const wanted = (event.clientY - box.top) / box.height;
    const index = shown.findIndex((_, position) => toMapWindow(shown, rows, position, position).to >= wanted);
    onJump(index < 0 ? shown.length - 1 : index);
  };
  return (
    <div className="h-full shrink-0 border-line border-l px-1.5 max-sm:hidden">
      <svg
        viewBox={`0 0 ${width} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="pattern block h-full cursor-pointer"
        style={{ width }}
        onPointerDown={jump}
        role="img"
        aria-label="Map of the whole transcript: where each strategy changed it"
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
        {chosen.map(({ choice }, strategy) =>
          toMapSegments(rows, strategy).map((segment) => (
            <rect
              key={`${choice.id}-${segment.from}`}
              x={3 + strategy * 10}
              width="8"
              y={segment.from * HEIGHT}
              height={Math.max(0.5, (segment.to - segment.from) * HEIGHT)}
              fill={FILL[segment.fate]}
            />
          )),
        )}
        <rect
          x="1"
          width={width - 2}
          y={view.from * HEIGHT}
          height={Math.max(6, (view.to - view.from) * HEIGHT)}
          fill="none"
          stroke="var(--acc)"
          strokeWidth="1.5"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
    </div>
  );
}
