"use client";
import { Check } from "lucide-react";
import { DropdownMenu as Radix } from "radix-ui";
import type { ComponentProps } from "react";
import { cn } from "./cn";
import { useOverlayPlace } from "./overlay-place";

/** Not modal, for the same reason as `Dialog`. A click elsewhere still closes it. */
export function DropdownMenu(props: Omit<ComponentProps<typeof Radix.Root>, "modal">) {
  return <Radix.Root modal={false} {...props} />;
}
export const DropdownMenuTrigger = Radix.Trigger;
export const DropdownMenuRadioGroup = Radix.RadioGroup;

const item =
  "relative flex min-h-7 cursor-default select-none items-center gap-2 px-2.5 py-1 text-small text-tx outline-none data-[disabled]:text-tx3 data-[highlighted]:bg-s2 [&_svg]:size-4";

export function DropdownMenuContent({ className, ...rest }: ComponentProps<typeof Radix.Content>) {
  const place = useOverlayPlace();
  return (
    <Radix.Portal container={place}>
      <Radix.Content
        sideOffset={4}
        collisionPadding={8}
        className={cn(
          "z-50 max-h-[min(60vh,var(--radix-dropdown-menu-content-available-height))] min-w-40 overflow-y-auto rounded-control border border-line2 bg-s1 py-1",
          className,
        )}
        {...rest}
      />
    </Radix.Portal>
  );
}

export function DropdownMenuItem({ className, ...rest }: ComponentProps<typeof Radix.Item>) {
  return <Radix.Item className={cn(item, className)} {...rest} />;
}

export function DropdownMenuRadioItem({ className, children, ...rest }: ComponentProps<typeof Radix.RadioItem>) {
  return (
    <Radix.RadioItem className={cn(item, "pl-7", className)} {...rest}>
      <Radix.ItemIndicator className="absolute left-2">
        <Check />
      </Radix.ItemIndicator>
      {children}
    </Radix.RadioItem>
  );
}

export function DropdownMenuCheckboxItem({ className, children, ...rest }: ComponentProps<typeof Radix.CheckboxItem>) {
  return (
    <Radix.CheckboxItem className={cn(item, "pl-7", className)} {...rest}>
      <Radix.ItemIndicator className="absolute left-2">
        <Check />
      </Radix.ItemIndicator>
      {children}
    </Radix.CheckboxItem>
  );
}

export function DropdownMenuLabel({ className, ...rest }: ComponentProps<typeof Radix.Label>) {
  return <Radix.Label className={cn("px-2.5 py-1 text-micro text-tx3", className)} {...rest} />;
}

export function DropdownMenuSeparator({ className, ...rest }: ComponentProps<typeof Radix.Separator>) {
  return <Radix.Separator className={cn("my-1 h-px bg-line", className)} {...rest} />;
}
