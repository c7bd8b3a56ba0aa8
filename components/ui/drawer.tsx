"use client";
import type { ReactNode } from "react";
import { Dialog, DrawerContent } from "./dialog";

type Props = { title: string; side: "left" | "right"; onClose: () => void; children: ReactNode };

/** An open pane over the page, as a single component that a page can load on first use. */
export function Drawer({ title, side, onClose, children }: Props) {
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DrawerContent title={title} side={side}>
        {children}
      </DrawerContent>
    </Dialog>
  );
}
