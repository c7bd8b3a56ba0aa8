"use client";
import { Popover as Radix } from "radix-ui";
import type { ComponentProps } from "react";
import { cn } from "./cn";
import { useOverlayPlace } from "./overlay-place";

export const Popover = Radix.Root;
export const PopoverTrigger = Radix.Trigger;

type Props = Omit<ComponentProps<typeof Radix.Content>, "aria-label"> & { label: string };

/** A small box of controls next to its trigger; Escape and a click elsewhere close it. */
export function PopoverContent({ label, className, ...rest }: Props) {
  const place = useOverlayPlace();
  return (
    <Radix.Portal container={place}>
      <Radix.Content
        aria-label={label}
        align="start"
        sideOffset={4}
        collisionPadding={8}
        className={cn("z-50 rounded-control border border-line2 bg-s1 outline-none", className)}
        {...rest}
      />
    </Radix.Portal>
  );
}
