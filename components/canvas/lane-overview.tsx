"use client";
import { memo } from "react";
import type { LaneMark } from "@/lib/view-models/cache/lane-marks";
import { type LaneLayout, laneMiddle } from "./lane-layout";

type Props = {
  lanes: readonly LaneMark[];
  layout: LaneLayout;
  from: number;
  height: number;
  onGo: (top: number) => void;
};

/**
 * A narrow strip beside the scrolling lanes. It marks every break of the session and the lanes that are visible now, and a click
 * scrolls there. Only the pointer needs it: keys reach every lane anyway.
 */
export function LaneOverview({ lanes, layout, from, height, onGo }: Props) {
  const scale = height / layout.height;
  return (
    <svg
      aria-hidden
      width="10"
      height={height}
      className="absolute bottom-0 left-0 cursor-pointer"
      onClick={(event) => {
        const y = event.clientY - event.currentTarget.getBoundingClientRect().top;
        onGo(y / scale - height / 2);
      }}
    >
      <rect width="10" height={height} fill="var(--s2)" />
      <Marks lanes={lanes} layout={layout} scale={scale} />
      <rect
        x="0.5"
        y={from * scale + 0.5}
        width="9"
        height={Math.max(6, height * scale - 1)}
        fill="none"
        stroke="var(--acc)"
      />
    </svg>
  );
}

type MarksProps = Pick<Props, "lanes" | "layout"> & { scale: number };

/** Memoised, because there may be hundreds of marks and scrolling changes none of them. */
const Marks = memo(function Marks({ lanes, layout, scale }: MarksProps) {
  return lanes.map(({ found }) =>
    found ? (
      <rect
        key={found.at}
        x={found.isExpected ? 5 : 1}
        y={laneMiddle(layout, found.at) * scale - 1}
        width={found.isExpected ? 4 : 8}
        height="2"
        fill="var(--tx)"
      />
    ) : null,
  );
});
