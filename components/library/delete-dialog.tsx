"use client";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { callApi } from "@/components/api/call-api";
import { Button } from "@/components/ui/button";
import { Dialog, DialogClose, DialogContent } from "@/components/ui/dialog";
import type { LibraryItem } from "@/lib/view-models/library-table";
import { formatBytes } from "@/lib/view-models/upload-plan";

/** Asks before a session is deleted, and says what is deleted and what is kept. */
export function DeleteDialog({ item, onClose }: { item: LibraryItem | null; onClose: () => void }) {
  const router = useRouter();
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const remove = async () => {
    if (!item) return;
    setBusy(true);
    const called = await callApi("DELETE /api/sessions/{id}", { path: { id: item.id } });
    setBusy(false);
    if (!called.ok && called.failure.status !== 404)
      return setFailure("The session could not be deleted. Nothing was changed; try again.");
    onClose();
    router.refresh();
  };
  return (
    <Dialog open={item !== null} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent title="Delete this session?" className="max-w-120">
        <div className="flex flex-col gap-3 p-4 text-base">
          <p className="font-medium">{item?.title}</p>
          <p className="text-small text-tx2">
            Winnow forgets the session and its copy of {item?.fileName} ({formatBytes(item?.bytes ?? 0)}). The file it
            was imported from stays where it is.
          </p>
          {failure ? (
            <p role="alert" className="text-small text-bad">
              {failure}
            </p>
          ) : null}
          <div className="flex justify-end gap-2">
            <DialogClose asChild>
              <Button>Keep</Button>
            </DialogClose>
            <Button variant="danger" disabled={isBusy} onClick={() => void remove()}>
              Delete
            </Button>
          </div>
        </div>
      </DialogContent>
    </Dialog>
  );
}
