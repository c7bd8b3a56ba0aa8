"use client";
import { type ColumnLayout, columnOf } from "./column-layout";
import type { TimelineRows } from "./timeline-rows";

type Props = { layout: ColumnLayout; selected: number; hovered: number | null; rows: TimelineRows };

/** The only layer that changes with the pointer: marks the selected request and the one under the pointer. */
export function TimelineOverlay({ layout, selected, hovered, rows }: Props) {
  const chosen = columnOf(layout, selected);
  const over = hovered === null ? undefined : columnOf(layout, hovered);
  if (!chosen) return null;
  const { x, width } = chosen;
  const middle = x + width / 2;
  // The rule skips the row of letters, because a line through a letter could make it look like a different letter.
  const spans = [
    { from: rows.plot, to: rows.letters - 2 },
    { from: rows.strip, to: rows.bottom },
  ].filter(({ from, to }) => to > from);
  return (
    <g>
      {over && over !== chosen
        ? spans.map(({ from, to }) => (
            <rect
              key={from}
              x={over.x - 0.5}
              y={from}
              width={over.width + 1}
              height={to - from}
              fill="none"
              stroke="var(--tx3)"
            />
          ))
        : null}
      {spans.map(({ from, to }) => (
        <g key={from}>
          <rect x={x - 1} y={from} width={width + 2} height={to - from} fill="var(--acc)" fillOpacity="0.14" />
          <path d={`M${x - 0.5} ${from}V${to}M${x + width + 0.5} ${from}V${to}`} stroke="var(--acc)" fill="none" />
        </g>
      ))}
      <path d={`M${middle - 5} ${rows.bottom + 6}h10l-5 -5z`} fill="var(--acc)" />
    </g>
  );
}
