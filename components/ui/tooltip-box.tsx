"use client";
import { autoUpdate, flip, offset, type Placement, shift, useFloating } from "@floating-ui/react-dom";
import { type ReactNode, useEffect, useId } from "react";
import { createPortal } from "react-dom";

export type TooltipSide = "top" | "right" | "bottom" | "left";
export type ShownTooltip = {
  readonly anchor: HTMLElement;
  readonly content: ReactNode;
  readonly side: TooltipSide;
  readonly align: "start" | "center" | "end";
  readonly container: HTMLElement | null;
};
type Props = ShownTooltip & { onPointerEnter: () => void; onPointerLeave: () => void };

/** The tooltip next to its anchor, which it describes to screen readers while shown. */
export function TooltipBox({ anchor, content, side, align, container, onPointerEnter, onPointerLeave }: Props) {
  const id = useId();
  const placement: Placement = align === "center" ? side : `${side}-${align}`;
  const { refs, floatingStyles } = useFloating({
    elements: { reference: anchor },
    placement,
    strategy: "fixed",
    middleware: [offset(6), flip({ padding: 8 }), shift({ padding: 8 })],
    whileElementsMounted: autoUpdate,
  });
  useEffect(() => {
    const before = anchor.getAttribute("aria-describedby");
    anchor.setAttribute("aria-describedby", before === null ? id : `${before} ${id}`);
    return () => {
      if (before === null) anchor.removeAttribute("aria-describedby");
      else anchor.setAttribute("aria-describedby", before);
    };
  }, [anchor, id]);
  return createPortal(
    <div
      ref={refs.setFloating}
      id={id}
      role="tooltip"
      style={floatingStyles}
      onPointerEnter={onPointerEnter}
      onPointerLeave={onPointerLeave}
      className="z-50 max-w-80 rounded-control border border-line2 bg-s1 px-2 py-1.5 text-small text-tx"
    >
      {content}
    </div>,
    container ?? document.body,
  );
}
