"use client";
import { memo } from "react";
import type { TimelineCompaction } from "@/lib/view-models/session/timeline";
import type { PlacedIdle } from "./axis-labels";
import { type ColumnLayout, xOf } from "./column-layout";
import type { PlacedLabel } from "./label-layout";

type Props = {
  compactions: readonly TimelineCompaction[];
  idles: readonly PlacedIdle[];
  layout: ColumnLayout;
  top: number;
  bottom: number;
};

/** Draws vertical rules through plot and strip: solid at compactions, dotted at pauses. */
export const TimelineRules = memo(function TimelineRules({ compactions, idles, layout, top, bottom }: Props) {
  return (
    <g>
      {idles.map(({ at, x }) => (
        <line key={at} x1={x} x2={x} y1={top} y2={bottom} stroke="var(--tx3)" strokeDasharray="1 2" />
      ))}
      {compactions.map(({ at }) => {
        const x = Math.round(xOf(layout, at)) - 0.5;
        return <line key={at} x1={x} x2={x} y1={top - 4} y2={bottom} stroke="var(--tx)" />;
      })}
    </g>
  );
});

/** Writes each compaction's effect above its rule. */
export function CompactionLabels({ labels, y }: { labels: readonly PlacedLabel[]; y: number }) {
  return (
    <g fontSize="11" fontWeight="600" fill="var(--tx)" className="tabular">
      {labels.map(({ key, text, from, to }) => (
        <text key={key} x={(from + to) / 2} y={y} textAnchor="middle">
          {text}
        </text>
      ))}
    </g>
  );
}
