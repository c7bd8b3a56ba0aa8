"use client";
import { memo } from "react";
import type { BreakMark } from "./break-marks";

type Props = { marks: readonly BreakMark[]; y: number };

/**
 * Draws the letters of the cache breaks. A filled box is an avoidable or unexplained break; an outlined box follows
 * from a compaction or a pause. A line under the box means that it represents several breaks, by the letter of the
 * worst.
 */
export const BreakLetters = memo(function BreakLetters({ marks, y }: Props) {
  return marks.map(({ x, shown, breaks }) => (
    <g key={shown.at} transform={`translate(${x} ${y})`}>
      <rect
        x="0.5"
        y="0.5"
        width="13"
        height="13"
        rx="2"
        fill={shown.isChosen ? "var(--acc)" : shown.isExpected ? "var(--bg)" : "var(--tx)"}
        stroke={shown.isChosen ? "var(--acc)" : shown.isExpected ? "var(--tx2)" : "var(--tx)"}
      />
      <text
        x="7"
        y="10.6"
        textAnchor="middle"
        fontSize="10"
        fontWeight="650"
        fill={shown.isChosen ? "var(--onacc)" : shown.isExpected ? "var(--tx)" : "var(--bg)"}
      >
        {shown.letter}
      </text>
      {breaks.length > 1 ? <rect x="2" y="15" width="10" height="1.5" fill="var(--tx2)" /> : null}
    </g>
  ));
});
