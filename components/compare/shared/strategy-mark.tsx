import { cn } from "@/components/ui/cn";

/** A series' mark, 10 × 10 px: square, triangles, circle, plus or diamond, each always in the same colour. */
export function StrategyMark({
  slot,
  className,
  isHollow = false,
}: {
  slot: number;
  className?: string;
  /** Marks a strategy with an invalid result. */
  isHollow?: boolean;
}) {
  return (
    <svg
      viewBox="0 0 10 10"
      aria-hidden
      className={cn("data-fill size-2.5! shrink-0", className)}
      width="10"
      height="10"
      fill={isHollow ? "var(--bg)" : seriesColor(slot)}
      stroke={isHollow ? seriesColor(slot) : undefined}
    >
      <Shape slot={slot} />
    </svg>
  );
}

export const seriesColor = (slot: number): string => `var(--series-${slot})`;

function Shape({ slot }: { slot: number }) {
  if (slot === 1) return <rect x="0.5" y="0.5" width="9" height="9" />;
  if (slot === 2) return <path d="M5 0.5 9.7 9.2H0.3Z" />;
  if (slot === 3) return <path d="M5 9.5 9.7 0.8H0.3Z" />;
  if (slot === 4) return <circle cx="5" cy="5" r="4.6" />;
  if (slot === 5) return <path d="M3.6 0.4h2.8v3.2h3.2v2.8H6.4v3.2H3.6V6.4H0.4V3.6h3.2Z" />;
  return <path d="M5 0 10 5 5 10 0 5Z" />;
}
