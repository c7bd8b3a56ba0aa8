import { cva, type VariantProps } from "class-variance-authority";
import type { ComponentProps } from "react";
import { useSay } from "@/components/words/words-provider";
import { cn } from "./cn";

const chip = cva(
  "inline-flex h-[18px] shrink-0 items-center gap-1 whitespace-nowrap rounded-chip border px-1.5 text-micro",
  {
    variants: {
      tone: {
        neutral: "border-line2 text-tx2",
        accent: "border-accbd bg-accbg text-tx",
        good: "border-line2 text-good",
        warn: "border-line2 text-warn",
        bad: "border-line2 text-bad",
        dashed: "border-ctl border-dashed text-tx2",
      },
    },
    defaultVariants: { tone: "neutral" },
  },
);

/** A short fact in a box: a state, a trigger, a confidence. */
export function Chip({ tone, className, children, ...rest }: ComponentProps<"span"> & VariantProps<typeof chip>) {
  const say = useSay();
  return (
    <span className={cn(chip({ tone }), className)} {...rest}>
      {typeof children === "string" ? say.known(children) : children}
    </span>
  );
}

/** A category in a box: a strategy family, or "needs a model". */
export function Badge({ className, children, ...rest }: ComponentProps<"span">) {
  const say = useSay();
  return (
    <span
      className={cn(
        "inline-flex shrink-0 items-center whitespace-nowrap rounded-chip border border-line2 px-1 font-medium text-badge text-tx2",
        className,
      )}
      {...rest}
    >
      {typeof children === "string" ? say.known(children) : children}
    </span>
  );
}
