"use client";
import { memo } from "react";
import { useSay } from "@/components/words/words-provider";
import type { ReplaySeries } from "@/lib/view-models/replay/replay-view";
import { cutToRoom, MAX_LETTERS } from "./label-room";
import { replayFrame, xOfRequest } from "./replay-layout";
import { lineStyle } from "./replay-line-style";

const ROW = 14;

type Props = {
  series: readonly Pick<ReplaySeries, "id" | "label" | "style" | "fired">[];
  count: number;
  width: number;
};

const firingsHeight = (rows: number): number => rows * ROW;

/** A row per policy with a triangle at each request where the policy changed the prompt. */
export const ReplayFirings = memo(function ReplayFirings({ series, count, width }: Props) {
  const say = useSay();
  const frame = replayFrame(width, 0);
  return (
    <svg width={width} height={firingsHeight(series.length)} className="data-fill block" aria-hidden>
      {series.length > 0 ? (
        <text x={frame.left - 8} y={11} textAnchor="end" fontSize={11} fill="var(--tx3)">
          {say("fired")}
        </text>
      ) : null}
      {series.map(({ id, label, style, fired }, row) => (
        <g key={id} transform={`translate(0 ${row * ROW})`}>
          <line x1={frame.left} x2={frame.right} y1={7.5} y2={7.5} stroke="var(--line)" />
          {fired.map((at) => {
            const x = xOfRequest(frame, count, at);
            return <path key={at} d={`M${x - 4} 3.5h8l-4 8z`} fill={lineStyle(style).stroke} />;
          })}
          {frame.hasLabels ? (
            <text x={frame.right + 15} y={11} fontSize={11} fill="var(--tx2)">
              {cutToRoom(label, MAX_LETTERS)}
            </text>
          ) : null}
        </g>
      ))}
    </svg>
  );
});
