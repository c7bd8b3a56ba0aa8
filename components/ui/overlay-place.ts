"use client";
import { createContext, useContext } from "react";

/** The dialog that contains a component; null on the page itself. */
export const OverlayPlace = createContext<HTMLElement | null>(null);

/**
 * The element into which tooltips and menus are rendered: the dialog that they belong to, otherwise the page's main
 * landmark, so that no text is outside of all landmarks.
 */
export function useOverlayPlace(): HTMLElement | null {
  const dialog = useContext(OverlayPlace);
  return dialog ?? (typeof document === "undefined" ? null : document.getElementById("main"));
}
