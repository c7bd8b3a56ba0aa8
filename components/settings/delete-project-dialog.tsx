"use client";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog, DialogClose, DialogContent } from "@/components/ui/dialog";
import { useSay } from "@/components/words/words-provider";
import type { ProjectRow } from "@/lib/api/schemas/project";

type Props = { of: ProjectRow | null; onDelete: (id: string) => Promise<void>; onClose: () => void };

/** Asks before a project is deleted with all that is in it, because that cannot be taken back. */
export function DeleteProjectDialog({ of, onDelete, onClose }: Props) {
  const say = useSay();
  const [isBusy, setBusy] = useState(false);
  const remove = async (id: string) => {
    setBusy(true);
    await onDelete(id);
    setBusy(false);
    onClose();
  };
  return (
    <Dialog open={of !== null} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent title={say("Delete this project?")} className="max-w-120">
        {of ? (
          <div className="flex flex-col gap-3 p-4 text-small">
            <p>
              {say(
                "“{name}” has {count, plural, one {# session} other {# sessions}}. They are deleted for good, with their comments, saved runs and what was put aside. Its keys open nothing any more, and nobody has a role in it. It cannot be taken back.",
                { name: of.name, count: of.sessions },
              )}
            </p>
            <div className="flex justify-end gap-2">
              <DialogClose asChild>
                <Button autoFocus>{say("Cancel")}</Button>
              </DialogClose>
              <Button variant="danger" disabled={isBusy} onClick={() => void remove(of.id)}>
                {say("Delete for good")}
              </Button>
            </div>
          </div>
        ) : null}
      </DialogContent>
    </Dialog>
  );
}
