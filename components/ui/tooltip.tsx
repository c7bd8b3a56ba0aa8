"use client";
import { Tooltip as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { useOverlayPlace } from "./overlay-place";

/** Must be rendered once, at the root of the page. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={350} skipDelayDuration={150}>
      {children}
    </Radix.Provider>
  );
}

type Props = {
  content: ReactNode;
  children: ReactNode;
  side?: "top" | "right" | "bottom" | "left";
  align?: "start" | "center" | "end";
};

/** The child must be focusable or contain something that is, so that the keyboard can reach the tooltip. */
export function Tooltip({ content, children, side = "bottom", align = "center" }: Props) {
  const place = useOverlayPlace();
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal container={place}>
        <Radix.Content
          side={side}
          align={align}
          sideOffset={6}
          collisionPadding={8}
          className="z-50 max-w-80 rounded-control border border-line2 bg-s1 px-2 py-1.5 text-small text-tx"
        >
          {content}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
