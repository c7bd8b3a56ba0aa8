"use client";
import { Slider as Radix } from "radix-ui";
import { cn } from "./cn";

type Props = {
  label: string;
  value: number;
  min: number;
  max: number;
  step?: number;
  /** The default value, marked by a tick. */
  defaultMark?: number;
  disabled?: boolean;
  /** Read by screen readers instead of the number. */
  valueText?: string;
  onValueChange: (value: number) => void;
  onValueCommit?: (value: number) => void;
  className?: string;
};

const share = (value: number, min: number, max: number) => (max === min ? 0 : ((value - min) / (max - min)) * 100);

export function Slider({
  label,
  value,
  defaultMark,
  valueText,
  onValueChange,
  onValueCommit,
  className,
  ...range
}: Props) {
  return (
    <Radix.Root
      {...range}
      value={[value]}
      onValueChange={([next]) => next !== undefined && onValueChange(next)}
      onValueCommit={([next]) => next !== undefined && onValueCommit?.(next)}
      className={cn("relative flex h-7 w-40 touch-none select-none items-center", className)}
    >
      <Radix.Track className="relative h-1 grow rounded-swatch bg-s3">
        <Radix.Range className="absolute h-full rounded-swatch bg-acc" />
      </Radix.Track>
      {defaultMark === undefined ? null : (
        <span
          aria-hidden
          className="pointer-events-none absolute top-1/2 h-2.5 w-px translate-y-1 bg-tx3"
          style={{ left: `${share(defaultMark, range.min, range.max)}%` }}
        />
      )}
      <Radix.Thumb
        aria-label={label}
        aria-valuetext={valueText}
        className="touch-target block size-3.5 rounded-full border-2 border-acc bg-bg data-[disabled]:border-line2"
      />
    </Radix.Root>
  );
}
