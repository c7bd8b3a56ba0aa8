"use client";
import type { ComponentProps, ReactNode } from "react";
import { cn } from "./cn";
import { Tooltip } from "./tooltip";

type Props = Omit<ComponentProps<"button">, "aria-label"> & { label: string; shortcut?: ReactNode };

/** A 28 × 28 icon button: the label is its accessible name and tooltip. */
export function IconButton({ label, shortcut, className, children, ...rest }: Props) {
  return (
    <Tooltip
      content={
        <>
          {label}
          {shortcut ? <span className="ml-2 text-tx3">{shortcut}</span> : null}
        </>
      }
    >
      <button
        type="button"
        aria-label={label}
        className={cn(
          "touch-target inline-flex size-7 shrink-0 items-center justify-center rounded-control text-tx2 hover:bg-s2 hover:text-tx active:bg-s3 disabled:text-tx3 [&_svg]:size-4 [&_svg]:stroke-[1.75]",
          className,
        )}
        {...rest}
      >
        {children}
      </button>
    </Tooltip>
  );
}
