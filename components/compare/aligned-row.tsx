"use client";
import { memo } from "react";
import { cn } from "@/components/ui/cn";
import { KIND_LABEL } from "@/components/ui/content-kinds";
import { Swatch } from "@/components/ui/swatch";
import { type AlignedRow, firstLine } from "@/lib/view-models/aligned-transcript";
import { formatTokens } from "@/lib/view-models/number-format";
import { AlignedCellView } from "./aligned-cell";
import { ALIGNED_GRID } from "./aligned-grid";
import type { Chosen } from "./compare-types";

type Props = {
  top: number;
  row: AlignedRow;
  chosen: readonly Chosen[];
  column: number;
  isCurrent: boolean;
  onOpen: (row: AlignedRow, strategy: number) => void;
};

/** Every row has this height, so that none has to be measured while the list scrolls. */
export const ALIGNED_ROW_HEIGHT = 45;

/** One part: at the left as it was, then its fate under each strategy. */
export const AlignedRowView = memo(function AlignedRowView({ top, row, chosen, column, isCurrent, onOpen }: Props) {
  return (
    <li
      className={cn(
        ALIGNED_GRID,
        "absolute left-0 w-full overflow-hidden border-line border-b contain-content",
        isCurrent && "bg-accbg",
      )}
      style={{ transform: `translateY(${top}px)`, height: ALIGNED_ROW_HEIGHT }}
    >
      <Original row={row} isCurrent={isCurrent} />
      {row.cells.map((cell, strategy) => (
        <div
          key={chosen[strategy]?.choice.id ?? strategy}
          className={cn("min-w-0 border-line border-l", strategy !== column && "max-sm:hidden")}
        >
          <AlignedCellView cell={cell} onOpen={() => onOpen(row, strategy)} />
        </div>
      ))}
    </li>
  );
});

function Original({ row, isCurrent }: { row: AlignedRow; isCurrent: boolean }) {
  const { part, index } = row;
  return (
    <div
      className={cn(
        "sticky left-0 z-[1] min-w-0 bg-bg px-4 py-1.5 max-sm:px-3",
        isCurrent && "bg-accbg shadow-[inset_2px_0_var(--acc)]",
      )}
    >
      <div className="flex items-center gap-2 text-small leading-4">
        <span className="tabular w-8 shrink-0 text-right text-micro text-tx3 max-sm:hidden">{index + 1}</span>
        <Swatch kind={part.kind} />
        <span className="shrink-0 font-medium">{KIND_LABEL[part.kind]}</span>
        {part.tool ? <code className="min-w-0 truncate text-micro text-tx2">{part.tool}</code> : null}
        {part.path ? <code className="truncate text-micro text-tx3">{part.path.split("/").at(-1)}</code> : null}
        <span className="tabular ml-auto pl-2">{formatTokens(part.tokens)}</span>
      </div>
      <p className="truncate pl-10 text-small text-tx3 leading-4 max-sm:pl-0">{firstLine(part.text) || " "}</p>
    </div>
  );
}
