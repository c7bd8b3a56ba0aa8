"use client";
import { type ColumnLayout, columnOf } from "./column-layout";

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
  const chosen = columnOf(layout, selected);
  const over = hovered === null ? undefined : columnOf(layout, hovered);
  if (!chosen) return null;
  const { x, width } = chosen;
  const middle = x + width / 2;
  return (
    <g>
      {over && over !== chosen ? (
        <rect x={over.x - 0.5} y={top} width={over.width + 1} height={bottom - top} fill="none" stroke="var(--tx3)" />
      ) : null}
      <rect x={x - 1} y={top} width={width + 2} height={bottom - top} fill="var(--acc)" fillOpacity="0.14" />
      <path d={`M${x - 0.5} ${top}V${bottom}M${x + width + 0.5} ${top}V${bottom}`} stroke="var(--acc)" fill="none" />
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
