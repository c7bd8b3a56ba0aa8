"use client";
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from "react";
import { replayFrame, requestAt, xOfRequest } from "@/components/charts/replay-layout";

type Props = {
  label: string;
  /** Describes the selected request to screen readers. */
  valueText: string;
  count: number;
  selected: number;
  onSelect: (at: number) => void;
  width: number;
  children: ReactNode;
};

/** Charts over the same requests, one below the other, with one selected request, set by click or arrow keys. */
export function ReplayPlot({ label, valueText, count, selected, onSelect, width, children }: Props) {
  const ref = useRef<HTMLDivElement>(null);
  const frame = replayFrame(width, 0);
  const choose = (event: PointerEvent) => {
    const left = ref.current?.getBoundingClientRect().left ?? 0;
    onSelect(requestAt(frame, count, event.clientX - left));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = keyTarget(event.key, selected, count);
    if (next === null) return;
    event.preventDefault();
    onSelect(Math.max(0, Math.min(count - 1, next)));
  };
  return (
    <div
      ref={ref}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={1}
      aria-valuemax={count}
      aria-valuenow={selected + 1}
      aria-valuetext={valueText}
      onPointerDown={choose}
      onKeyDown={onKeyDown}
      className="relative cursor-crosshair"
    >
      {children}
      <span
        aria-hidden
        className="pointer-events-none absolute inset-y-0 w-px bg-acc"
        style={{ left: Math.round(xOfRequest(frame, count, selected)) }}
      />
    </div>
  );
}

const PAGE = 10;

function keyTarget(key: string, selected: number, count: number): number | null {
  if (key === "ArrowRight" || key === "ArrowUp") return selected + 1;
  if (key === "ArrowLeft" || key === "ArrowDown") return selected - 1;
  if (key === "PageUp") return selected + PAGE;
  if (key === "PageDown") return selected - PAGE;
  if (key === "Home") return 0;
  return key === "End" ? count - 1 : null;
}
