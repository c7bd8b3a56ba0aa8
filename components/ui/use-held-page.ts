"use client";
import { useLayoutEffect } from "react";

/**
 * While mounted, keeps the page below from scrolling and hides it from screen readers; afterwards returns the focus to
 * where it was. It changes the style of the root only, so that opening stays fast.
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

/** False for the dialog itself, for other overlays, and for elements that are hidden already or announce messages. */
const isOfThePage = (element: Element): boolean =>
  !element.matches("[role=dialog], [aria-hidden], [aria-live], [data-radix-popper-content-wrapper], script, style") &&
  element.querySelector("[aria-live=assertive]") === null;
