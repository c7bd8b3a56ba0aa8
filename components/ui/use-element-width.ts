"use client";
import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";

/**
 * An element's width in whole pixels; null until it is on the page. It is first read in the frame that shows the
 * element: reading it earlier would make one long task of rendering, layout and whatever needs the width.
 */
export function useElementWidth<Element extends HTMLElement>(): [RefObject<Element | null>, number | null] {
  const ref = useRef<Element>(null);
  const [width, setWidth] = useState<number | null>(null);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const measure = () => setWidth(Math.floor(element.clientWidth));
    const frame = requestAnimationFrame(() => flushSync(measure));
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
    };
  }, []);
  return [ref, width];
}
