"use client";
import { Check } from "lucide-react";
import { Select as Radix } from "radix-ui";
import type { ReactElement, ReactNode } from "react";
import { useOverlayPlace } from "./overlay-place";

export type SelectMenuProps = {
  value: string;
  onValueChange: (value: string) => void;
  options: readonly { value: string; label: ReactNode; disabled?: boolean }[];
  disabled?: boolean;
};

/** The list of a Select, open when first mounted. */
export function SelectMenu({ options, trigger, ...rest }: SelectMenuProps & { trigger: ReactElement }) {
  const place = useOverlayPlace();
  return (
    <Radix.Root defaultOpen {...rest}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
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
