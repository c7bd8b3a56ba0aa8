"use client";
import { Fragment, type ReactNode } from "react";
import type { RequestRange } from "@/components/charts/column-layout";
import { cn } from "@/components/ui/cn";
import { useSay } from "@/components/words/words-provider";
import { formatMoney, formatTokens } from "@/lib/view-models/number-format";
import { dropReason, type ReadDrop } from "@/lib/view-models/read-drops";

type Props = {
  drops: readonly ReadDrop[];
  selected: number;
  onSelect: (position: number) => void;
  /** Explains the selected request under its row, where there is no room beside the list; otherwise null. */
  below: ReactNode;
  /** The zoom of the timeline: rows outside of it are greyed. */
  range: RequestRange | null;
};

const GRID = "grid grid-cols-[44px_72px_60px_minmax(0,1fr)] items-center gap-x-2 px-4 text-small";

/** Where a log has no writes by which breaks could be told: the requests that read less than the one before them. */
export function ReadDropList({ drops, selected, onSelect, below, range }: Props) {
  const say = useSay();
  return (
    <section aria-label={say("Requests that read less than the one before")}>
      <p className="border-line border-b px-4 py-2 text-micro text-tx3">
        {say(
          "The log says what was read from the cache, not what was written: these requests read less than the one before them, so at least this was lost.",
        )}
      </p>
      <div className={cn(GRID, "h-8 border-line2 border-b text-micro text-tx3")} aria-hidden>
        <span className="text-right">#</span>
        <span className="text-right">{say("tokens")}</span>
        <span className="text-right">{say("money")}</span>
        <span className="pl-1">{say("what changed")}</span>
      </div>
      <div className={cn(below === null && "max-h-72 overflow-y-auto")}>
        {drops.map(({ at, tokens, cost, reason, gap }) => (
          <Fragment key={at}>
            <button
              type="button"
              aria-current={at === selected ? "true" : undefined}
              onClick={() => onSelect(at)}
              className={cn(
                GRID,
                "tabular h-7 w-full border-line border-b text-left -outline-offset-2 hover:bg-s2",
                at === selected && "bg-accbg hover:bg-accbg",
                range !== null && (at < range.from || at > range.to) && "text-tx3",
              )}
            >
              <span className="text-right text-tx2">
                <span className="sr-only">{say("request")} </span>
                {at + 1}
              </span>
              <span className="text-right">{formatTokens(tokens)}</span>
              <span className="text-right font-medium">{formatMoney(cost)}</span>
              <span className="truncate pl-1 text-tx2">{dropReason({ reason, gap }, say)}</span>
            </button>
            {at === selected && below !== null ? <div className="border-line border-b">{below}</div> : null}
          </Fragment>
        ))}
      </div>
    </section>
  );
}
