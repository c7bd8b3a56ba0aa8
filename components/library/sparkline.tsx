import { sparklinePath } from "@/lib/view-models/library/library-table";

/** Prompt sizes over the requests, 60 × 16 px; the dotted line is the full window. Show the peak beside it. */
export function Sparkline({ values, className }: { values: readonly number[]; className?: string }) {
  return (
    <svg viewBox="0 0 60 16" aria-hidden className={`h-4 w-15 shrink-0 ${className ?? ""}`}>
      <line x1="0" x2="60" y1="0.5" y2="0.5" stroke="var(--line2)" strokeDasharray="1 2" />
      <path d={sparklinePath(values, 60, 16)} fill="var(--tx2)" />
    </svg>
  );
}
