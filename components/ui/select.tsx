"use client";
import { Check, ChevronDown } from "lucide-react";
import { Select as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { cn } from "./cn";
import { useOverlayPlace } from "./overlay-place";

type SelectOption = { value: string; label: ReactNode; disabled?: boolean };

type Props = {
  label: string;
  value: string;
  onValueChange: (value: string) => void;
  options: readonly SelectOption[];
  placeholder?: string;
  id?: string;
  disabled?: boolean;
  className?: string;
};

/** Chooses one of many values by name. For two to four short choices use SegmentedControl. */
export function Select({ label, value, onValueChange, options, placeholder, className, ...rest }: Props) {
  const place = useOverlayPlace();
  return (
    <Radix.Root value={value} onValueChange={onValueChange} disabled={rest.disabled ?? false}>
      <Radix.Trigger
        aria-label={label}
        {...(rest.id ? { id: rest.id } : {})}
        className={cn(
          "touch-target inline-flex h-7 min-w-0 items-center justify-between gap-1.5 rounded-control border border-ctl bg-bg px-2 text-small text-tx hover:bg-s2 disabled:border-line disabled:text-tx3",
          className,
        )}
      >
        <span className="truncate">
          <Radix.Value placeholder={placeholder} />
        </span>
        <ChevronDown aria-hidden className="size-3.5 shrink-0 stroke-[1.75] text-tx3" />
      </Radix.Trigger>
      <Radix.Portal container={place}>
        <Radix.Content
          position="popper"
          sideOffset={4}
          collisionPadding={8}
          className="z-50 max-h-[50vh] min-w-(--radix-select-trigger-width) overflow-hidden rounded-control border border-line2 bg-s1"
        >
          <Radix.Viewport className="py-1">
            {options.map((option) => (
              <Radix.Item
                key={option.value}
                value={option.value}
                disabled={option.disabled ?? false}
                className="relative flex min-h-7 cursor-default select-none items-center py-1 pr-3 pl-7 text-small text-tx outline-none data-[disabled]:text-tx3 data-[highlighted]:bg-s2"
              >
                <Radix.ItemIndicator className="absolute left-2">
                  <Check className="size-3.5" />
                </Radix.ItemIndicator>
                <Radix.ItemText>{option.label}</Radix.ItemText>
              </Radix.Item>
            ))}
          </Radix.Viewport>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
