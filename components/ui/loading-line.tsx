import { cn } from "./cn";

/** Loading keeps the frame and says what is coming and how much is here already; no shimmer. */
export function LoadingLine({ children, className }: { children: string; className?: string }) {
  return (
    <p role="status" className={cn("px-4 py-3 text-small text-tx3", className)}>
      {children}
    </p>
  );
}
