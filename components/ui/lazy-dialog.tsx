"use client";
import { Slot } from "radix-ui";
import { type ComponentProps, type MouseEvent, type ReactNode, useState } from "react";
import { loadLater } from "@/components/ui/load-later";

const OpenedDialog = loadLater(() => import("./opened-dialog").then((module) => module.OpenedDialog));

type Props = Pick<ComponentProps<typeof OpenedDialog>, "title" | "actions" | "className"> & {
  /** The button that opens the dialog. */
  opener: ReactNode;
  /** The dialog's content; `close` closes the dialog. */
  children: (close: () => void) => ReactNode;
};

/** A dialog whose code is loaded on first use: most visits of a page open none. */
export function LazyDialog({ opener, children, ...box }: Props) {
  const [openedBy, setOpenedBy] = useState<HTMLElement | null>(null);
  const close = () => setOpenedBy(null);
  return (
    <>
      <Slot.Root
        aria-haspopup="dialog"
        aria-expanded={openedBy !== null}
        onClick={(event: MouseEvent<HTMLElement>) => setOpenedBy(event.currentTarget)}
      >
        {opener}
      </Slot.Root>
      {openedBy === null ? null : (
        <OpenedDialog openedBy={openedBy} onClose={close} {...box}>
          {children(close)}
        </OpenedDialog>
      )}
    </>
  );
}
