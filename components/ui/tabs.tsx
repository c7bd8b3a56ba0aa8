"use client";
import { Tabs as Radix } from "radix-ui";
import type { ComponentProps } from "react";
import { cn } from "./cn";

const trigger =
  "relative inline-flex h-9 items-center gap-1.5 whitespace-nowrap text-base text-tx2 no-underline hover:text-tx";
const chosen = "after:absolute after:inset-x-0 after:bottom-[-1px] after:h-0.5 after:bg-acc font-medium text-tx";

export const Tabs = Radix.Root;
export const TabPanel = Radix.Content;

export function TabList({ className, ...rest }: ComponentProps<typeof Radix.List>) {
  return (
    <Radix.List
      className={cn("flex h-9 items-stretch gap-5 overflow-x-auto border-line2 border-b px-4", className)}
      {...rest}
    />
  );
}

export function Tab({ className, ...rest }: ComponentProps<typeof Radix.Trigger>) {
  return (
    <Radix.Trigger
      className={cn(
        trigger,
        "data-[state=active]:font-medium data-[state=active]:text-tx data-[state=active]:after:absolute data-[state=active]:after:inset-x-0 data-[state=active]:after:bottom-[-1px] data-[state=active]:after:h-0.5 data-[state=active]:after:bg-acc",
        className,
      )}
      {...rest}
    />
  );
}

/** Class names of a link that looks like a tab: for views that are pages of their own. */
export const tabLink = (isCurrent: boolean): string => cn(trigger, isCurrent && chosen);
