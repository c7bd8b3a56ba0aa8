"use client";
import { memo } from "react";
import { cn } from "@/components/ui/cn";
import { KIND_LABEL } from "@/components/ui/content-kinds";
import { Swatch } from "@/components/ui/swatch";
import { useSay } from "@/components/words/words-provider";
import { type AlignedRow, firstLine, type InsertedRow } from "@/lib/view-models/compare/aligned-transcript";
import { formatTokens } from "@/lib/wording/number-format";
import type { Chosen } from "../shared/compare-types";
import { AlignedCellView, InsertedCellView } from "./aligned-cell";
import { ALIGNED_GRID } from "./aligned-grid";

type Props = {
  top: number;
  row: AlignedRow | InsertedRow;
  chosen: readonly Chosen[];
  column: number;
  isCurrent: boolean;
  onOpen: (row: AlignedRow | InsertedRow, strategy: number) => void;
  onSummary: (strategy: number, name: string) => void;
};

/** The height of every row in pixels; with a fixed height no row has to be measured while the list scrolls. */
export const ALIGNED_ROW_HEIGHT = 45;

/**
 * A row: the original part at the left, then its state under each strategy; or the messages that strategies inserted.
 */
export const AlignedRowView = memo(function AlignedRowView(props: Props) {
  const { top, row, chosen, column, isCurrent } = props;
  return (
    <li
      className={cn(
        ALIGNED_GRID,
        "absolute left-0 w-full overflow-hidden border-line border-b contain-content",
        isCurrent && "bg-accbg",
      )}
      style={{ transform: `translateY(${top}px)`, height: ALIGNED_ROW_HEIGHT }}
    >
      {row.part === null ? <InsertedLabel isCurrent={isCurrent} /> : <Original row={row} isCurrent={isCurrent} />}
      {row.cells.map((_, strategy) => (
        <div
          key={chosen[strategy]?.choice.id ?? strategy}
          className={cn("min-w-0 border-line border-l", strategy !== column && "max-sm:hidden")}
        >
          <CellOf {...props} strategy={strategy} />
        </div>
      ))}
    </li>
  );
});

function CellOf({ row, strategy, onOpen, onSummary }: Props & { strategy: number }) {
  const open = () => onOpen(row, strategy);
  if (row.part === null) {
    const message = row.cells[strategy];
    return message ? <InsertedCellView message={message} onOpen={open} /> : null;
  }
  const cell = row.cells[strategy];
  return cell ? <AlignedCellView cell={cell} onOpen={open} onSummary={(name) => onSummary(strategy, name)} /> : null;
}

const leftCell = (isCurrent: boolean) =>
  cn(
    "sticky left-0 z-[1] min-w-0 bg-bg px-4 py-1.5 max-sm:px-3",
    isCurrent && "bg-accbg shadow-[inset_2px_0_var(--acc)]",
  );

/** The cell of the original in a row of inserted messages. */
function InsertedLabel({ isCurrent }: { isCurrent: boolean }) {
  const say = useSay();
  return (
    <div className={leftCell(isCurrent)}>
      <p className="flex items-center gap-2 text-small leading-4">
        <span className="tabular w-8 shrink-0 text-right text-micro text-tx3 max-sm:hidden">+</span>
        <Swatch kind="summary" />
        <span className="font-medium">{say("inserted")}</span>
      </p>
      <p className="truncate pl-10 text-small text-tx3 leading-4 max-sm:pl-0">
        {say("before the part below, not in the original")}
      </p>
    </div>
  );
}

function Original({ row, isCurrent }: { row: AlignedRow; isCurrent: boolean }) {
  const say = useSay();
  const { part, index } = row;
  return (
    <div className={leftCell(isCurrent)}>
      <div className="flex items-center gap-2 text-small leading-4">
        <span className="tabular w-8 shrink-0 text-right text-micro text-tx3 max-sm:hidden">{index + 1}</span>
        <Swatch kind={part.kind} />
        <span className="shrink-0 font-medium">
          {part.isLoading ? say("loading…") : say.known(KIND_LABEL[part.kind])}
        </span>
        {part.tool ? <code className="min-w-0 truncate text-micro text-tx2">{part.tool}</code> : null}
        {part.path ? <code className="truncate text-micro text-tx3">{part.path.split("/").at(-1)}</code> : null}
        <span className="tabular ml-auto pl-2">{part.isLoading ? "" : formatTokens(part.tokens)}</span>
      </div>
      <p className="truncate pl-10 text-small text-tx3 leading-4 max-sm:pl-0">{firstLine(part.text) || " "}</p>
    </div>
  );
}
