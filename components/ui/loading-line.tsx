import { cn } from "./cn";

/** A line showing what is loading and how much of it is done. Not animated. */
export function LoadingLine({ children, className }: { children: string; className?: string }) {
  return (
    <p role="status" className={cn("px-4 py-3 text-small text-tx3", className)}>
      {children}
    </p>
  );
}
