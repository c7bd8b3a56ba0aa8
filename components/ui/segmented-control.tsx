"use client";
import { ToggleGroup } from "radix-ui";
import type { ReactNode } from "react";
import { cn } from "./cn";

export type Segment<Value extends string> = { value: Value; label: ReactNode; title?: string };

type Props<Value extends string> = {
  label: string;
  value: Value;
  onValueChange: (value: Value) => void;
  segments: readonly Segment<Value>[];
  className?: string;
};

/** Chooses exactly one of a few values. Arrow keys move inside it. */
export function SegmentedControl<Value extends string>({
  label,
  value,
  onValueChange,
  segments,
  className,
}: Props<Value>) {
  return (
    <ToggleGroup.Root
      type="single"
      aria-label={label}
      value={value}
      onValueChange={(next) => next !== "" && onValueChange(next as Value)}
      className={cn("inline-flex h-6 shrink-0 items-stretch rounded-control border border-line2", className)}
    >
      {segments.map((segment) => (
        <ToggleGroup.Item
          key={segment.value}
          value={segment.value}
          title={segment.title}
          className="touch-target inline-flex items-center gap-2 whitespace-nowrap border-line2 border-r px-2 font-normal text-small text-tx2 first:rounded-l-[3px] last:rounded-r-[3px] last:border-r-0 hover:text-tx data-[state=on]:bg-s3 data-[state=on]:font-medium data-[state=on]:text-tx"
        >
          {segment.label}
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  );
}
