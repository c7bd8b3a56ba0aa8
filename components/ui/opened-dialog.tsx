"use client";
import type { ComponentProps } from "react";
import { Dialog, DialogContent } from "./dialog";

type Props = ComponentProps<typeof DialogContent> & { openedBy: HTMLElement; onClose: () => void };

/** A dialog, open when mounted, that returns the focus to its opener. */
export function OpenedDialog({ openedBy, onClose, ...content }: Props) {
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          openedBy.focus();
        }}
        {...content}
      />
    </Dialog>
  );
}
