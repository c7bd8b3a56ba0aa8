import { cn } from "./cn";

/** A line that says what is being loaded and how much of it is already there. It has no animation. */
export function LoadingLine({ children, className }: { children: string; className?: string }) {
  return (
    <p role="status" className={cn("px-4 py-3 text-small text-tx3", className)}>
      {children}
    </p>
  );
}
