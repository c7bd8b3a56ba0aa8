import { type RefObject, useEffect, useRef } from "react";

const ROW_HEIGHT = 28;

/**
 * A box that keeps its selected row in view, using its own scrollTop, because scrollIntoView would also scroll the
 * page.
 */
export function useScrolledTo(row: number): RefObject<HTMLDivElement | null> {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const box = list.current;
    if (!box || row < 0) return;
    const top = row * ROW_HEIGHT;
    if (top < box.scrollTop || top + ROW_HEIGHT > box.scrollTop + box.clientHeight)
      box.scrollTop = top - box.clientHeight / 2;
  }, [row]);
  return list;
}
