"use client";
import { diffLines } from "diff";
import { useMemo } from "react";
import { cn } from "@/components/ui/cn";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { LoadingLine } from "@/components/ui/loading-line";
import { type AlignedRow, reasonText } from "@/lib/view-models/aligned-transcript";
import { formatTokens } from "@/lib/view-models/number-format";
import { useWholePart } from "./use-whole-part";

type Props = {
  sessionId: string;
  open: { row: AlignedRow; strategy: number; name: string } | null;
  onClose: () => void;
};

/** Above this many lines a line diff would stop the page; both texts are shown whole instead. */
const DIFF_LINES = 4000;

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
              <Difference before={original.text} after={cell.text} />
            )}
          </section>
        </DialogContent>
      ) : null}
    </Dialog>
  );
}

function Difference({ before, after }: { before: string; after: string }) {
  const parts = useMemo(() => {
    const isLong = before.split("\n").length > DIFF_LINES;
    if (isLong)
      return [
        { removed: true, added: false, value: before },
        { removed: false, added: true, value: after },
      ];
    return diffLines(before, after);
  }, [before, after]);
  return (
    <pre className="py-1 text-code">
      {parts.map((part, index) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one difference have no other identity
          key={index}
          className={cn(
            "block whitespace-pre-wrap break-words px-4",
            part.removed && "bg-delbg text-deltx",
            part.added && "bg-addbg text-addtx",
          )}
        >
          {prefixLines(part.value, part.removed ? "− " : part.added ? "+ " : "  ")}
        </span>
      ))}
    </pre>
  );
}

const prefixLines = (text: string, mark: string) =>
  text
    .replace(/\n$/, "")
    .split("\n")
    .map((line) => mark + line)
    .join("\n");
