"use client";
import { useLayoutEffect } from "react";

/**
 * While mounted the page below neither scrolls nor is read out; then the focus goes back to where it was. Styles nothing
 * but the root, so that opening stays cheap.
 */
export function useHeldPage(): void {
  useLayoutEffect(() => {
    const root = document.documentElement;
    const opener = document.activeElement;
    const before = { overflow: root.style.overflow, scrollbarGutter: root.style.scrollbarGutter };
    const hasScrollbar = window.innerWidth > root.clientWidth;
    Object.assign(root.style, { overflow: "hidden", ...(hasScrollbar && { scrollbarGutter: "stable" }) });
    const hidden = [...document.body.children].filter(isOfThePage);
    for (const element of hidden) element.setAttribute("aria-hidden", "true");
    return () => {
      Object.assign(root.style, before);
      for (const element of hidden) element.removeAttribute("aria-hidden");
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
    };
  }, []);
}

/** Not the box itself, what lies over the page already, or what is hidden or speaks for itself. */
const isOfThePage = (element: Element): boolean =>
  !element.matches("[role=dialog], [aria-hidden], [aria-live], [data-radix-popper-content-wrapper], script, style") &&
  element.querySelector("[aria-live=assertive]") === null;
