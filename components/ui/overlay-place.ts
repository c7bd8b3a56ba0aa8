"use client";
import { createContext, useContext } from "react";

/** The dialog in which something stands; null = the page itself. */
export const OverlayPlace = createContext<HTMLElement | null>(null);

/**
 * Where tooltips and menus are put: in the dialog they belong to, else in the page's main landmark, so that nothing that
 * can be read stands outside of all landmarks.
 */
export function useOverlayPlace(): HTMLElement | null {
  const dialog = useContext(OverlayPlace);
  return dialog ?? (typeof document === "undefined" ? null : document.getElementById("main"));
}
