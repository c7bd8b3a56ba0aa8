import { StrategyMark } from "@/components/compare/shared/strategy-mark";

/** Number of marks; only labels distinguish the seventh and later strategies. */
const MARKS = 6;

/** A strategy's mark, 10 × 10 px, by its position among the chosen ones. */
export function CorpusMark({ index, isHollow = false }: { index: number; isHollow?: boolean }) {
  if (index < MARKS) return <StrategyMark slot={index + 1} isHollow={isHollow} />;
  return (
    <svg viewBox="0 0 10 10" aria-hidden width="10" height="10" className="data-fill size-2.5! shrink-0">
      <circle cx="5" cy="5" r="3.5" fill={isHollow ? "var(--bg)" : "var(--tx2)"} stroke="var(--tx2)" />
    </svg>
  );
}
