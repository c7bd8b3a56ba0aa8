"use client";
import { memo } from "react";
import { cn } from "@/components/ui/cn";
import { KIND_LABEL } from "@/components/ui/content-kinds";
import { Swatch } from "@/components/ui/swatch";
import { useSay } from "@/components/words/words-provider";
import {
  type AlignedCell,
  type AlignedRow,
  brokenText,
  firstLine,
  type InsertedRow,
  reasonText,
} from "@/lib/view-models/compare/aligned-transcript";
import type { InsertedMessage } from "@/lib/view-models/compare/inserted-messages";
import { withoutNoteHead } from "@/lib/view-models/compare/produced-text";
import { formatChange, formatTokens } from "@/lib/wording/number-format";
import type { Chosen } from "../shared/compare-types";
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

/** Row height in pixels; fixed, so that no row has to be measured while scrolling. */
export const ALIGNED_ROW_HEIGHT = 45;

/** A row: the original part on the left, then its state under each strategy; or the inserted messages. */
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

/** The original's cell in a row of inserted messages. */
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
        {say("not in the original; placed before the part below")}
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
        <span className="shrink-0 font-medium">{part.isLoading ? say("loading…") : say(KIND_LABEL[part.kind])}</span>
        {part.tool ? <code className="min-w-0 truncate text-micro text-tx2">{part.tool}</code> : null}
        {part.path ? <code className="truncate text-micro text-tx3">{part.path.split("/").at(-1)}</code> : null}
        <span className="tabular ml-auto pl-2">{part.isLoading ? "" : formatTokens(part.tokens)}</span>
      </div>
      <p className="truncate pl-10 text-small text-tx3 leading-4 max-sm:pl-0">{firstLine(part.text) || " "}</p>
    </div>
  );
}

type AlignedCellViewProps = {
  cell: AlignedCell;
  onOpen: () => void;
  /** Moves to the row of the summary that replaced the part. */
  onSummary: (name: string) => void;
};

const KEPT_WORDS = {
  beginning: "{change}, start kept",
  other: "{change}, excerpt kept",
} as const;

/** A part's state: kept, edited (− and +), dropped (hatched), summarised (a line), put aside (a dashed chip). */
function AlignedCellView({ cell, onOpen, onSummary }: AlignedCellViewProps) {
  const say = useSay();
  if (cell.status === "kept") return <Kept broken={cell.broken} />;
  if (cell.status === "dropped") return <Dropped cell={cell} />;
  if (cell.status === "summarised")
    return (
      <p className="h-full border-kind-summary border-l-3 px-3 py-1.5 text-small leading-4">
        <button
          type="button"
          onClick={() => onSummary(cell.summary)}
          title={say("Go to {summary}, the summary that includes it", { summary: cell.summary })}
          className="touch-target text-acc hover:underline"
        >
          → {cell.summary}
        </button>{" "}
        <span className="tabular text-tx2">{formatChange(-cell.tokens)}</span>
      </p>
    );
  if (cell.status === "aside")
    return (
      <p className="px-3 py-1.5 text-micro leading-4">
        <button
          type="button"
          onClick={onOpen}
          title={say("Open {reference}", { reference: cell.reference })}
          className="touch-target inline-flex max-w-full items-center rounded-chip border border-ctl border-dashed px-1.5 text-tx hover:bg-s2"
        >
          <code className="truncate text-micro">{cell.reference.slice(0, 12)}</code>
        </button>
        <span className="tabular block text-tx3">
          {say(KEPT_WORDS[cell.excerpt], { change: formatChange(-cell.saved) })}
        </span>
      </p>
    );
  return (
    <button
      type="button"
      onClick={onOpen}
      title={say("Show what changed: {reason}", { reason: reasonText(cell.reason, say) })}
      className="block w-full px-1.5 py-1 text-left text-small leading-4 hover:bg-s2"
    >
      <span className="tabular block truncate bg-delbg px-1.5 text-deltx">
        {say("− {before} tokens", { before: formatTokens(cell.before) })}
      </span>
      <span className="block truncate bg-addbg px-1.5 text-addtx">
        + {firstLine(cell.text, 90) || formatChange(-cell.saved)}
      </span>
    </button>
  );
}

/** An unchanged part; `broken`: the rule that caused the entire result to be refused. */
function Kept({ broken }: { broken: string | undefined }) {
  const say = useSay();
  if (broken === undefined) return <p className="px-3 py-1.5 text-small text-tx3 leading-4">{say("kept")}</p>;
  return (
    <p className="h-full border-bad border-l-3 px-3 py-1.5 text-small leading-4">
      <span className="text-bad">{brokenText(broken, say)}</span>
      <span className="block text-tx3">{say("so the strategy's whole output was rejected")}</span>
    </p>
  );
}

/** A dropped part. Shows one line of its reason; the tooltip shows the entire reason. */
function Dropped({ cell }: { cell: Extract<AlignedCell, { status: "dropped" }> }) {
  const reason = reasonText(cell.reason, useSay());
  return (
    <p className="hatch-dropped pattern h-full px-3 py-1.5 text-small leading-4" title={reason}>
      <span className="tabular inline-block max-w-full truncate bg-bg px-1">
        {formatChange(-cell.tokens)} <span className="text-tx2">{reason}</span>
      </span>
    </p>
  );
}

/** An inserted message: its kind, its tokens, its start. */
function InsertedCellView({ message, onOpen }: { message: InsertedMessage; onOpen: () => void }) {
  const say = useSay();
  return (
    <button
      type="button"
      onClick={onOpen}
      title={say("Read {name}", { name: message.name })}
      className="block h-full w-full border-kind-summary border-l-3 px-3 py-1.5 text-left text-small leading-4 hover:bg-s2"
    >
      <span className="tabular block truncate">
        <span className="font-semibold">{message.name}</span> {formatChange(message.tokens)}
      </span>
      <span className="block truncate text-tx3">{firstLine(withoutNoteHead(message.text), 90)}</span>
    </button>
  );
}
