import { type AlignedCell, firstLine, reasonText } from "@/lib/view-models/aligned-transcript";
import { editChange } from "@/lib/view-models/comparison";
import { formatChange, formatTokens } from "@/lib/view-models/number-format";

/** kept · edited (− and +) · dropped (hatch) · summarised (rule) · put aside (dashed chip). */
export function AlignedCellView({ cell, onOpen }: { cell: AlignedCell; onOpen: () => void }) {
  if (cell.fate === "kept") return <p className="px-3 py-1.5 text-small text-tx3 leading-4">kept</p>;
  if (cell.fate === "dropped")
    return (
      <p className="hatch-dropped pattern h-full px-3 py-1.5 text-small leading-4">
        <span className="tabular bg-bg px-1">
          {formatChange(-cell.tokens)} <span className="text-tx2">{reasonText(cell.reason)}</span>
        </span>
      </p>
    );
  if (cell.fate === "summarised")
    return (
      <p className="h-full border-kind-summary border-l-3 px-3 py-1.5 text-small leading-4">
        → Σ <span className="tabular text-tx2">{formatChange(-cell.tokens)}</span>
      </p>
    );
  if (cell.fate === "aside")
    return (
      <p className="px-3 py-1.5 text-micro leading-4">
        <button
          type="button"
          onClick={onOpen}
          title={`Open ${cell.reference}`}
          className="touch-target inline-flex max-w-full items-center rounded-chip border border-ctl border-dashed px-1.5 text-tx hover:bg-s2"
        >
          <code className="truncate text-micro">{cell.reference.slice(0, 12)}</code>
        </button>
        <span className="tabular block text-tx3">{formatChange(-cell.saved)}, head kept</span>
      </p>
    );
  return (
    <button
      type="button"
      onClick={onOpen}
      title={`See what changed: ${reasonText(cell.reason)}`}
      className="block w-full px-1.5 py-1 text-left text-small leading-4 hover:bg-s2"
    >
      <span className="tabular block truncate bg-delbg px-1.5 text-deltx">− {formatTokens(cell.before)} tokens</span>
      <span className="block truncate bg-addbg px-1.5 text-addtx">
        + {firstLine(cell.text, 90) || editChange(cell.before, cell.before - cell.saved)}
      </span>
    </button>
  );
}
