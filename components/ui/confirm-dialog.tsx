"use client";
import { type ReactNode, useState } from "react";
import { useSay } from "@/components/words/words-provider";
import { Button } from "./button";
import { Dialog, DialogClose, DialogContent } from "./dialog";

type Props<T> = {
  /** The subject of the question; null closes the dialog. */
  of: T | null;
  /** The question, as a heading. */
  title: string;
  /** The consequences, in whole sentences. */
  explain: (of: T) => ReactNode;
  /** Label of the confirming button. */
  action: string;
  onConfirm: (of: T) => Promise<unknown>;
  onClose: () => void;
};

/** Asks before an irreversible action. */
export function ConfirmDialog<T>({ of, title, explain, action, onConfirm, onClose }: Props<T>) {
  const say = useSay();
  const [isBusy, setBusy] = useState(false);
  const confirm = async (what: T) => {
    setBusy(true);
    await onConfirm(what);
    setBusy(false);
    onClose();
  };
  // Stays open while working, because closing when the call ends could close a question opened meanwhile.
  const close = (isOpen: boolean) => !isOpen && !isBusy && onClose();
  return (
    <Dialog open={of !== null} onOpenChange={close}>
      <DialogContent title={title} className="max-w-120">
        {of === null ? null : (
          <div className="flex flex-col gap-3 p-4 text-small">
            <p>{explain(of)}</p>
            <div className="flex justify-end gap-2">
              <DialogClose asChild>
                <Button autoFocus disabled={isBusy}>
                  {say("Cancel")}
                </Button>
              </DialogClose>
              <Button variant="danger" disabled={isBusy} onClick={() => void confirm(of)}>
                {action}
              </Button>
            </div>
          </div>
        )}
      </DialogContent>
    </Dialog>
  );
}
