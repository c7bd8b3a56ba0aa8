import { cn } from "./cn";

type Props = { letter: string; isExpected: boolean; className?: string };

/**
 * A box of 14 × 14 px with a break's letter: filled if avoidable or unexplained, outlined after a compaction or pause.
 */
export function BreakLetter({ letter, isExpected, className }: Props) {
  return (
    <span
      className={cn(
        "inline-flex size-3.5 shrink-0 items-center justify-center rounded-letter border font-[650] text-badge",
        isExpected ? "border-tx2 bg-bg text-tx" : "border-tx bg-tx text-bg",
        className,
      )}
    >
      {letter}
    </span>
  );
}
