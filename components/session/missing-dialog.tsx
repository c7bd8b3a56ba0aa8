"use client";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { useSay } from "@/components/words/words-provider";
import type { RequestRow } from "@/lib/api/schemas/request-row";
import { logGaps } from "@/lib/view-models/log-gaps";
import { GapList } from "./gap-list";

/** What the log of this request cannot say, and which other log would say it. */
export function MissingDialog({ row, onClose }: { row: RequestRow; onClose: () => void }) {
  const say = useSay();
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent title={say("What this log cannot say, and what would")}>
        <div className="px-4 pb-4">
          <GapList gaps={logGaps(row)} />
        </div>
      </DialogContent>
    </Dialog>
  );
}
