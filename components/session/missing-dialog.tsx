"use client";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { useSay } from "@/components/words/words-provider";
import type { RequestRow } from "@/lib/api/schemas/request-row";
import { logGaps } from "@/lib/view-models/session/log-gaps";
import { GapList } from "./gap-list";

type Props = { row: RequestRow; notes: readonly string[]; onClose: () => void };

/** What the format lacks, which facts about this request are therefore unknown, and which other log would have them. */
export function MissingDialog({ row, notes, onClose }: Props) {
  const say = useSay();
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent title={say("What this log does not show, and what would")}>
        <div className="max-w-[84ch] overflow-y-auto px-4 py-3">
          {notes.map((sentence) => (
            <p key={sentence} className="mb-2 text-small">
              {sentence}
            </p>
          ))}
          <GapList gaps={logGaps(row)} />
        </div>
      </DialogContent>
    </Dialog>
  );
}
