"use client";
import { createContext, useContext } from "react";

/** The dialog that contains a component; null on the page itself. */
export const OverlayPlace = createContext<HTMLElement | null>(null);

/**
 * The element that tooltips and menus are rendered into: their dialog, otherwise the page's main landmark, so that no
 * text is outside all landmarks.
 */
export function useOverlayPlace(): HTMLElement | null {
  const dialog = useContext(OverlayPlace);
  return dialog ?? (typeof document === "undefined" ? null : document.getElementById("main"));
}
