"use client";
import { Fragment, type ReactNode } from "react";
import type { RequestRange } from "@/components/charts/column-layout";
import { cn } from "@/components/ui/cn";
import { useSay } from "@/components/words/words-provider";
import { dropReason, isAtMost } from "@/lib/view-models/cache/listed-drops";
import type { ReadDrop } from "@/lib/view-models/cache/read-drops";
import { formatMoney, formatTokens } from "@/lib/wording/number-format";
import { useScrolledTo } from "./use-scrolled-to";

type Props = {
  drops: readonly ReadDrop[];
  selected: number;
  onSelect: (position: number) => void;
  /** The selected request's explanation under its row, if there is no room next to the list; otherwise null. */
  below: ReactNode;
  /** The timeline's zoom: rows outside it are greyed. */
  range: RequestRange | null;
};

const GRID = "grid grid-cols-[44px_76px_68px_minmax(0,1fr)] items-center gap-x-2 px-4 text-small";

/** For logs without writes, which cannot show breaks: requests that read less than the previous one. */
export function ReadDropList({ drops, selected, onSelect, below, range }: Props) {
  const say = useSay();
  const list = useScrolledTo(drops.findIndex(({ at }) => at === selected));
  return (
    <section aria-label={say("Requests that read less than the previous one")}>
      <p className="border-line border-b px-4 py-2 text-micro text-tx3">
        {say(
          "The log reports what was read from the cache, but not what was written. These requests read less than the previous one. The figures are upper bounds (≤): the end of the previous prompt may not have been cached, and text after a cut may be new.",
        )}
      </p>
      <div className={cn(GRID, "h-8 border-line2 border-b text-micro text-tx3")} aria-hidden>
        <span className="text-right">#</span>
        <span className="text-right">{say("tokens")}</span>
        <span className="text-right">{say("money")}</span>
        <span className="pl-1">{say("what changed")}</span>
      </div>
      <div ref={list} className={cn(below === null && "max-h-72 overflow-y-auto")}>
        {drops.map((drop) => (
          <Fragment key={drop.at}>
            <Row
              drop={drop}
              isSelected={drop.at === selected}
              isOutside={range !== null && (drop.at < range.from || drop.at > range.to)}
              onSelect={onSelect}
            />
            {drop.at === selected && below !== null ? <div className="border-line border-b">{below}</div> : null}
          </Fragment>
        ))}
      </div>
      {range === null ? null : <p className="px-4 py-1.5 text-micro text-tx3">{say("grey: outside the zoom")}</p>}
    </section>
  );
}

type RowProps = { drop: ReadDrop; isSelected: boolean; isOutside: boolean; onSelect: (position: number) => void };

function Row({ drop, isSelected, isOutside, onSelect }: RowProps) {
  const say = useSay();
  const reason = dropReason(drop, say);
  const most = isAtMost(drop) ? "≤ " : "";
  return (
    <button
      type="button"
      aria-current={isSelected ? "true" : undefined}
      onClick={() => onSelect(drop.at)}
      className={cn(
        GRID,
        "tabular min-h-7 w-full border-line border-b text-left -outline-offset-2 hover:bg-s2",
        isSelected && "bg-accbg shadow-[inset_2px_0_0_var(--acc)] hover:bg-accbg",
        isOutside && "text-tx3",
      )}
    >
      <span className="text-right text-tx2">
        <span className="sr-only">{say("request")} </span>
        {drop.at + 1}
      </span>
      <span className="text-right">
        {most}
        {formatTokens(drop.tokens)}
      </span>
      <span className="text-right font-medium">
        {drop.cost === null ? "" : most}
        {formatMoney(drop.cost, { rounding: isAtMost(drop) ? "up" : "nearest" })}
      </span>
      <span className="py-1 pl-1 text-tx2">{reason}</span>
    </button>
  );
}
