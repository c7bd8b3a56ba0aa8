import { type ClassValue, clsx } from "clsx";
import { extendTailwindMerge } from "tailwind-merge";

/** Knows our type scale; otherwise it would treat `text-micro text-tx3` as two colours and remove one. */
const merge = extendTailwindMerge({
  extend: {
    theme: {
      text: ["hero", "title", "figure", "base", "small", "micro", "badge", "code"],
      radius: ["control", "chip", "letter", "swatch"],
    },
  },
});

/** Joins class names; if two set the same property, the later wins. */
export const cn = (...classes: ClassValue[]): string => merge(clsx(classes));
