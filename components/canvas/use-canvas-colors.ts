"use client";
import { useEffect, useState } from "react";

/** Counts theme changes. A canvas does not follow CSS variables, so it is repainted when this number changes. */
export function useThemeVersion(): number {
  const [version, setVersion] = useState(0);
  useEffect(() => {
    const observer = new MutationObserver(() => setVersion((before) => before + 1));
    observer.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
    return () => observer.disconnect();
  }, []);
  return version;
}

export type CanvasColors = {
  readonly bg: string;
  readonly line: string;
  readonly tx: string;
  readonly tx2: string;
  readonly tx3: string;
  readonly acc: string;
  readonly opaque: string;
  readonly read: string;
  readonly written: string;
  readonly uncached: string;
  readonly font: string;
};

/** The current theme's colours from an element's CSS variables. */
export function readCanvasColors(element: Element): CanvasColors {
  const style = getComputedStyle(element);
  const value = (name: string) => style.getPropertyValue(name).trim();
  return {
    bg: value("--bg"),
    line: value("--line"),
    tx: value("--tx"),
    tx2: value("--tx2"),
    tx3: value("--tx3"),
    acc: value("--acc"),
    opaque: value("--kind-unseen"),
    read: value("--cache-read"),
    written: value("--cache-written"),
    uncached: value("--cache-uncached"),
    font: style.fontFamily,
  };
}
