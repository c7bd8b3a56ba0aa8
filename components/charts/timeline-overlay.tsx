"use client";
import { type ColumnLayout, xOf } from "./column-layout";

type Props = {
  layout: ColumnLayout;
  selected: number;
  hovered: number | null;
  top: number;
  bottom: number;
  axisY: number;
};

/** The only layer that moves: selection, and the request under the pointer anywhere on the page. */
export function TimelineOverlay({ layout, selected, hovered, top, bottom, axisY }: Props) {
  const x = xOf(layout, selected);
  const middle = x + layout.bar / 2;
  return (
    <g>
      {hovered !== null && hovered !== selected ? (
        <rect
          x={xOf(layout, hovered) - 0.5}
          y={top}
          width={layout.bar + 1}
          height={bottom - top}
          fill="none"
          stroke="var(--tx3)"
        />
      ) : null}
      <rect x={x - 1} y={top} width={layout.bar + 2} height={bottom - top} fill="var(--acc)" fillOpacity="0.14" />
      <line x1={x - 1} x2={x - 1} y1={top} y2={bottom} stroke="var(--acc)" />
      <line x1={x + layout.bar + 1} x2={x + layout.bar + 1} y1={top} y2={bottom} stroke="var(--acc)" />
      <path d={`M${middle - 5} ${bottom + 6}h10l-5 -5z`} fill="var(--acc)" />
      <text
        x={middle}
        y={axisY}
        textAnchor="middle"
        fontSize="11"
        fontWeight="700"
        fill="var(--tx)"
        className="tabular"
      >
        {selected + 1}
      </text>
    </g>
  );
}
