"use client";
import type { ReactNode } from "react";
import { tabLink } from "@/components/ui/tabs";

/** The tab of this page. Where the tabs do not all fit, they are scrolled to it. */
export function CurrentTab({ children }: { children: ReactNode }) {
  return (
    <span aria-current="page" ref={scrollTo} className={tabLink(true)}>
      {children}
    </span>
  );
}

/** Only the tabs are scrolled: `scrollIntoView` would scroll the page too. */
function scrollTo(tab: HTMLElement | null): void {
  const tabs = tab?.parentElement;
  if (tab && tabs) tabs.scrollLeft = tab.offsetLeft - tabs.offsetLeft - (tabs.clientWidth - tab.offsetWidth) / 2;
}
