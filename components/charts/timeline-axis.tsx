"use client";
import { SELECTED_KEY } from "./axis-labels";
import type { PlacedLabel } from "./label-layout";

/** Draws request numbers, counted from 1, and pauses; the selected request is bold. */
export function TimelineAxis({ labels, y }: { labels: readonly PlacedLabel[]; y: number }) {
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
