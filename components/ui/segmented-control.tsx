"use client";
import { type KeyboardEvent, type ReactNode, useRef } from "react";
import { useSay } from "@/components/words/words-provider";
import { cn } from "./cn";
import { hasModifier } from "./has-modifier";

type Segment<Value extends string> = { value: Value; label: ReactNode; title?: string };

type Props<Value extends string> = {
  label: string;
  value: Value;
  onValueChange: (value: Value) => void;
  segments: readonly Segment<Value>[];
  className?: string;
};

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** Chooses exactly one of a few values. One tab stop; arrow keys move inside it, Enter or the space bar chooses. */
export function SegmentedControl<Value extends string>({
  label,
  value,
  onValueChange,
  segments,
  className,
}: Props<Value>) {
  const say = useSay();
  const group = useRef<HTMLDivElement>(null);
  const current = segments.findIndex((segment) => segment.value === value);
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const items = [...(group.current?.querySelectorAll<HTMLElement>("[role=radio]") ?? [])];
    const step = STEPS[event.key];
    const at = items.findIndex((item) => item === document.activeElement);
    if (step === undefined || at < 0 || hasModifier(event)) return;
    event.preventDefault();
    items[(at + step + items.length) % items.length]?.focus();
  };
  return (
    <div
      ref={group}
      role="radiogroup"
      aria-label={label}
      onKeyDown={onKeyDown}
      className={cn("inline-flex h-6 shrink-0 items-stretch rounded-control border border-line2", className)}
    >
      {segments.map((segment, index) => (
        // biome-ignore lint/a11y/useSemanticElements: a radio button cannot hold a label of several elements
        <button
          key={segment.value}
          type="button"
          role="radio"
          aria-checked={segment.value === value}
          tabIndex={index === Math.max(0, current) ? 0 : -1}
          title={segment.title && say.known(segment.title)}
          onClick={() => onValueChange(segment.value)}
          className="touch-target inline-flex items-center gap-2 whitespace-nowrap border-line2 border-r px-2 font-normal text-small text-tx2 first:rounded-l-[3px] last:rounded-r-[3px] last:border-r-0 hover:text-tx disabled:text-tx3 aria-checked:bg-s3 aria-checked:font-medium aria-checked:text-tx aria-checked:disabled:text-tx2"
        >
          {typeof segment.label === "string" ? say.known(segment.label) : segment.label}
        </button>
      ))}
    </div>
  );
}
