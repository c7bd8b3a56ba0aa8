"use client";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { LoadingLine } from "@/components/ui/loading-line";
import { useSay } from "@/components/words/words-provider";
import { type AlignedCell, reasonText } from "@/lib/view-models/compare/aligned-transcript";
import { formatTokens } from "@/lib/wording/number-format";
import { TextDifferenceView } from "./text-difference-view";
import { useWholePart } from "./use-whole-part";

type Props = {
  sessionId: string;
  /** The name of the strategy. */
  name: string;
  partId: string | null;
  /** The edited cell; null if the dialog is closed. */
  cell: Extract<AlignedCell, { status: "edited" }> | null;
  onClose: () => void;
};

/** Shows how a strategy changed one part: removed lines with −, added lines with +. */
export function EditDialog({ sessionId, name, partId, cell, onClose }: Props) {
  const say = useSay();
  const original = useWholePart(sessionId, cell ? partId : null);
  return (
    <Dialog open={cell !== null} onOpenChange={(isOpen) => !isOpen && onClose()}>
      {cell ? (
        <DialogContent
          title={name}
          description={say("{reason}: {before} → {after} tokens", {
            reason: reasonText(cell.reason, say),
            before: formatTokens(cell.before),
            after: formatTokens(cell.before - cell.saved),
          })}
          className="max-w-240"
        >
          <section
            aria-label={say("Difference")}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: the text scrolls and must be reachable by keyboard
            tabIndex={0}
            className="min-h-0 flex-1 overflow-auto"
          >
            {original.failure ? (
              <p className="p-4 text-bad text-small">{original.failure}</p>
            ) : original.text === null ? (
              <LoadingLine>{say("Loading the original…")}</LoadingLine>
            ) : (
              <TextDifferenceView before={original.text} after={cell.text} />
            )}
          </section>
        </DialogContent>
      ) : null}
    </Dialog>
  );
}
