import { cn } from "./cn";

const trigger =
  "relative inline-flex h-9 items-center gap-1.5 whitespace-nowrap text-base text-tx2 no-underline hover:text-tx";
const chosen = "after:absolute after:inset-x-0 after:bottom-0 after:h-0.5 after:bg-acc font-medium text-tx";

/** Class names of a link styled as a tab, for views that are separate pages. */
export const tabLink = (isCurrent: boolean): string => cn(trigger, isCurrent && chosen);
