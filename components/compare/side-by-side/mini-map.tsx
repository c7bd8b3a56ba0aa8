"use client";
import { memo, type PointerEvent } from "react";
import { useSay } from "@/components/words/words-provider";
import type { AlignedCell, AlignedRow } from "@/lib/view-models/compare/aligned-transcript";
import { type MapScale, toMapSegments, toMapWindow } from "@/lib/view-models/compare/transcript-map";
import type { Chosen } from "../shared/compare-types";

type Props = {
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
/** Height of the drawing in its own units; it is stretched to the height of the list. */
const HEIGHT = 1000;

/** A map of what each strategy changed, with heights by tokens. The frame marks what the list shows; a click jumps. */
export function MiniMap({ rows, scale, shown, chosen, first, last, onJump }: Props) {
  const view = toMapWindow(shown, scale, first, last);
  const jump = (event: PointerEvent<HTMLDivElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const wanted = (event.clientY - box.top) / box.height;
    const index = shown.findIndex((row) => (scale[row.index + 1] ?? 1) >= wanted);
    onJump(index < 0 ? shown.length - 1 : index);
  };
  return (
    <div className="h-full shrink-0 border-line border-l px-1.5 max-sm:hidden">
      {/* Keyboards use the list. The frame is a separate element, so that moving it does not repaint the map. */}
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

type DrawingProps = Pick<Props, "rows" | "scale" | "chosen">;

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
      aria-label={say("Map of the whole transcript: where each strategy changed it")}
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

/** One path per state of parts, because thousands of single rectangles would slow the page down. */
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
