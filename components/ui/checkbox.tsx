"use client";
import { Check, Minus } from "lucide-react";
import { Checkbox as Radix } from "radix-ui";
import type { ComponentProps } from "react";
import { cn } from "./cn";

/** Needs an `id` with a `<label htmlFor>`, or an `aria-label`. Use `checked="indeterminate"` for some of many. */
export function Checkbox({ className, ...rest }: ComponentProps<typeof Radix.Root>) {
  return (
    <Radix.Root
      className={cn(
        "touch-target group inline-flex size-3.5 shrink-0 items-center justify-center rounded-letter border border-ctl bg-bg text-onacc disabled:border-line data-[state=checked]:border-acc data-[state=indeterminate]:border-acc data-[state=checked]:bg-acc data-[state=indeterminate]:bg-acc",
        className,
      )}
      {...rest}
    >
      <Radix.Indicator>
        <Check className="size-3 stroke-3 group-data-[state=indeterminate]:hidden" />
        <Minus className="hidden size-3 stroke-3 group-data-[state=indeterminate]:block" />
      </Radix.Indicator>
    </Radix.Root>
  );
}
