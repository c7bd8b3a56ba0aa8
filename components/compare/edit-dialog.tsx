"use client";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { LoadingLine } from "@/components/ui/loading-line";
import { type AlignedRow, reasonText } from "@/lib/view-models/aligned-transcript";
import { formatTokens } from "@/lib/view-models/number-format";
import { TextDifferenceView } from "./text-difference-view";
import { useWholePart } from "./use-whole-part";

type Props = {
  sessionId: string;
  open: { row: AlignedRow; strategy: number; name: string } | null;
  onClose: () => void;
};

/** What an edit made of one part: the original's lines with −, the new ones with +. */
export function EditDialog({ sessionId, open, onClose }: Props) {
  const cell = open?.row.cells[open.strategy];
  const isEdit = cell?.fate === "edited";
  const original = useWholePart(sessionId, isEdit ? (open?.row.part.id ?? null) : null);
  return (
    <Dialog open={isEdit} onOpenChange={(isOpen) => !isOpen && onClose()}>
      {isEdit && open ? (
        <DialogContent
          title={open.name}
          description={`${reasonText(cell.reason)}: ${formatTokens(cell.before)} → ${formatTokens(cell.before - cell.saved)} tokens`}
          className="max-w-240"
        >
          <section
            aria-label="Difference"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: the text scrolls and must be reachable by keyboard
            tabIndex={0}
            className="min-h-0 flex-1 overflow-auto"
          >
            {original.failure ? (
              <p className="p-4 text-bad text-small">{original.failure}</p>
            ) : original.text === null ? (
              <LoadingLine>Loading the original…</LoadingLine>
            ) : (
              <TextDifferenceView before={original.text} after={cell.text} />
            )}
          </section>
        </DialogContent>
      ) : null}
    </Dialog>
  );
}
