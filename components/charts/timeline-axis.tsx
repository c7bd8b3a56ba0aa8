"use client";
import { type ColumnLayout, middleOf, requestTicks, xOf } from "./column-layout";
import type { TimelineIdle } from "./timeline-view";

type Props = {
  layout: ColumnLayout;
  count: number;
  selected: number;
  idles: readonly TimelineIdle[];
  y: number;
  hasLabels: boolean;
};

/** Request numbers, from 1. Labels near the selected request and over idle gaps give way. */
export function TimelineAxis({ layout, count, selected, idles, y, hasLabels }: Props) {
  const at = (position: number) => middleOf(layout, position);
  const chosen = at(selected);
  const right = layout.left + layout.available;
  const spans = (hasLabels ? idles : [])
    .map((idle) => ({ ...idle, from: xOf(layout, idle.at), to: xOf(layout, idle.at) + idle.label.length * 5.6 }))
    .filter((idle, index, all) => idle.to < right + 90 && (index === 0 || idle.from > (all[index - 1]?.to ?? 0) + 8))
    .filter((idle) => chosen < idle.from - 16 || chosen > idle.to + 16);
  const ticks = requestTicks(layout, count).filter((tick) => {
    const x = at(tick - 1);
    return Math.abs(x - chosen) > 26 && !spans.some((span) => x > span.from - 16 && x < span.to + 12);
  });
  return (
    <g fontSize="11" fill="var(--tx3)" className="tabular">
      {ticks.map((tick) => (
        <text key={tick} x={Math.max(at(tick - 1), layout.left)} y={y} textAnchor={tick === 1 ? "start" : "middle"}>
          {tick}
        </text>
      ))}
      {spans.map((span) => (
        <text key={span.at} x={span.from + 1} y={y} className="font-normal">
          {span.label}
        </text>
      ))}
    </g>
  );
}
