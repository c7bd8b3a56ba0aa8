import type { ComponentProps } from "react";
import { cn } from "./cn";

export function Kbd({ className, ...rest }: ComponentProps<"kbd">) {
  return (
    <kbd
      className={cn(
        "inline-flex h-[18px] min-w-[18px] items-center justify-center rounded-chip border border-line2 bg-bg px-1 font-sans text-micro text-tx2",
        className,
      )}
      {...rest}
    />
  );
}
