"use client";
import { memo } from "react";
import { type ColumnLayout, xOf } from "./column-layout";
import type { TimelineView } from "./timeline-view";

type Props = { view: TimelineView; layout: ColumnLayout; top: number; bottom: number; hasLabels: boolean };

/** Vertical rules through plot and strip: compactions with what they did, idle gaps dotted. */
export const TimelineRules = memo(function TimelineRules({ view, layout, top, bottom, hasLabels }: Props) {
  const right = layout.left + layout.available;
  return (
    <g>
      {view.idles.map((idle) => {
        const x = Math.round(xOf(layout, idle.at)) - 0.5;
        return <line key={idle.at} x1={x} x2={x} y1={top} y2={bottom} stroke="var(--tx3)" strokeDasharray="1 2" />;
      })}
      {view.compactions.map((compaction) => {
        const x = Math.round(xOf(layout, compaction.at)) - 0.5;
        const anchor = x < layout.left + 40 ? "start" : x > right - 40 ? "end" : "middle";
        return (
          <g key={compaction.at}>
            <line x1={x} x2={x} y1={top - 4} y2={bottom} stroke="var(--tx)" />
            {hasLabels ? (
              <text
                x={x}
                y={top - 8}
                textAnchor={anchor}
                fontSize="11"
                fontWeight="600"
                fill="var(--tx)"
                className="tabular"
              >
                {compaction.label}
              </text>
            ) : null}
          </g>
        );
      })}
    </g>
  );
});
