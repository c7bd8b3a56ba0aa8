"use client";
import { type ReactNode, useEffect, useState } from "react";
import { createPortal } from "react-dom";

/** Shows the reader's location in the top bar, from inside a page. */
export function Breadcrumb({ children }: { children: ReactNode }) {
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  useEffect(() => setSlot(document.getElementById("breadcrumb")), []);
  if (!slot) return null;
  return createPortal(
    <>
      <span aria-hidden className="mr-4 text-tx3">
        /
      </span>
      <span className="truncate text-base text-tx2">{children}</span>
    </>,
    slot,
  );
}
