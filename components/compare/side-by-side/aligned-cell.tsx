import { useSay } from "@/components/words/words-provider";
import { type AlignedCell, firstLine, reasonText } from "@/lib/view-models/compare/aligned-transcript";
import type { InsertedMessage } from "@/lib/view-models/compare/inserted-messages";
import { withoutNoteHead } from "@/lib/view-models/compare/produced-text";
import { formatChange, formatTokens } from "@/lib/wording/number-format";

type Props = {
  cell: AlignedCell;
  onOpen: () => void;
  /** Goes to the row of the summary that replaced the part. */
  onSummary: (name: string) => void;
};

const KEPT_WORDS = {
  beginning: "{change}, beginning kept",
  other: "{change}, excerpt kept",
} as const;

/**
 * Shows the state of a part: kept, edited (− and +), dropped (hatched), summarised (a line), put aside (a dashed chip).
 */
export function AlignedCellView({ cell, onOpen, onSummary }: Props) {
  const say = useSay();
  if (cell.status === "kept") return <p className="px-3 py-1.5 text-small text-tx3 leading-4">{say("kept")}</p>;
  if (cell.status === "dropped") return <Dropped cell={cell} />;
  if (cell.status === "summarised")
    return (
      <p className="h-full border-kind-summary border-l-3 px-3 py-1.5 text-small leading-4">
        <button
          type="button"
          onClick={() => onSummary(cell.summary)}
          title={say("To {summary}, the summary that took it in", { summary: cell.summary })}
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
      title={say("See what changed: {reason}", { reason: reasonText(cell.reason, say) })}
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

/** A dropped part. Its reason may be long: one line of it is shown here, all of it in the tooltip. */
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

/** A message that a strategy inserted: its kind, its tokens, its beginning. */
export function InsertedCellView({ message, onOpen }: { message: InsertedMessage; onOpen: () => void }) {
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
