"use client";
import { memo } from "react";
import { type ColumnLayout, middleOf, spreadLetters } from "./column-layout";
import type { TimelinePoint } from "./timeline-view";

type Props = { points: readonly TimelinePoint[]; layout: ColumnLayout; y: number };

/** Letters of the cache breaks. Filled: avoidable or unexplained. Outlined: follows from a compaction or an idle gap. */
export const BreakLetters = memo(function BreakLetters({ points, layout, y }: Props) {
  const breaks = points.flatMap((point, position) =>
    point.breakLetter
      ? [
          {
            position,
            letter: point.breakLetter,
            isExpected: point.isExpectedBreak,
            x: Math.round(middleOf(layout, position) - 7),
          },
        ]
      : [],
  );
  return spreadLetters(breaks).map((mark) => (
    <g key={mark.position} transform={`translate(${mark.x} ${y})`}>
      <rect
        x="0.5"
        y="0.5"
        width="13"
        height="13"
        rx="2"
        fill={mark.isExpected ? "var(--bg)" : "var(--tx)"}
        stroke={mark.isExpected ? "var(--tx2)" : "var(--tx)"}
      />
      <text
        x="7"
        y="10.6"
        textAnchor="middle"
        fontSize="10"
        fontWeight="650"
        fill={mark.isExpected ? "var(--tx)" : "var(--bg)"}
      >
        {mark.letter}
      </text>
    </g>
  ));
});
