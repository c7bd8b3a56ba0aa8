import { cva, type VariantProps } from "class-variance-authority";
import { Slot } from "radix-ui";
import type { ComponentProps } from "react";
import { cn } from "./cn";

const button = cva(
  "inline-flex shrink-0 select-none items-center justify-center gap-1.5 whitespace-nowrap rounded-control border font-medium no-underline print:hidden disabled:border-line disabled:bg-transparent disabled:text-tx3 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:stroke-[1.75]",
  {
    variants: {
      variant: {
        primary: "border-acc bg-acc text-onacc hover:opacity-90",
        outline: "border-line2 bg-transparent text-tx hover:bg-s2 active:bg-s3",
        quiet: "border-transparent bg-transparent text-tx2 hover:bg-s2 hover:text-tx active:bg-s3",
        danger: "border-line2 bg-transparent text-bad hover:bg-s2 active:bg-s3",
      },
      size: { md: "h-7 px-2.5 text-small", sm: "h-6 px-2 text-small" },
    },
    defaultVariants: { variant: "outline", size: "md" },
  },
);

export type ButtonProps = ComponentProps<"button"> & VariantProps<typeof button> & { asChild?: boolean };

/** Use one `primary` button per view; all others are `outline` or `quiet`. `asChild` styles a link as a button. */
export function Button({ className, variant, size, asChild = false, ...rest }: ButtonProps) {
  const Element = asChild ? Slot.Root : "button";
  return (
    <Element
      {...(asChild ? {} : { type: "button" as const })}
      className={cn("touch-target", button({ variant, size }), className)}
      {...rest}
    />
  );
}
