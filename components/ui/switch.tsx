"use client";
import { Switch as Radix } from "radix-ui";
import type { ComponentProps } from "react";
import { cn } from "./cn";

/** Needs an `id` with a `<label htmlFor>`, or an `aria-label`. */
export function Switch({ className, ...rest }: ComponentProps<typeof Radix.Root>) {
  return (
    <Radix.Root
      className={cn(
        "touch-target relative inline-flex h-4 w-7 shrink-0 items-center rounded-full border border-ctl bg-bg data-[state=checked]:border-acc data-[state=checked]:bg-acc",
        className,
      )}
      {...rest}
    >
      <Radix.Thumb className="block size-2.5 translate-x-0.5 rounded-full bg-ctl data-[state=checked]:translate-x-3.5 data-[state=checked]:bg-onacc" />
    </Radix.Root>
  );
}
