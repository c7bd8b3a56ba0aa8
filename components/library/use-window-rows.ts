"use client";
import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { type RefObject, useEffect, useLayoutEffect, useState } from "react";
import type { LibraryRows } from "./use-library-rows";

/** Window height assumed during server-side rendering. */
const FIRST_HEIGHT = 900;

export type WindowRows = {
  readonly indexes: readonly number[];
  /** Pixels above the rendered rows. */
  readonly before: number;
  readonly after: number;
  readonly scrollTo: (index: number) => void;
};

/** Which rows of a long list to render while the window scrolls; `want` gets the range, so that it can be loaded. */
export function useWindowRows(
  list: RefObject<HTMLElement | null>,
  count: number,
  height: number,
  want: (from: number, to: number) => void,
): WindowRows {
  const [margin, setMargin] = useState(0);
  const virtual = useWindowVirtualizer({
    count,
    estimateSize: () => height,
    overscan: 12,
    scrollMargin: margin,
    initialRect: { width: 0, height: FIRST_HEIGHT },
  });
  useLayoutEffect(() => {
    const top = (list.current?.getBoundingClientRect().top ?? 0) + window.scrollY;
    if (Math.abs(top - margin) > 1) setMargin(top);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows of another height are measured anew
  useEffect(() => virtual.measure(), [height]);
  const items = virtual.getVirtualItems();
  const [first, last] = [items[0], items.at(-1)];
  const from = first?.index ?? 0;
  const to = (last?.index ?? -1) + 1;
  // Reports the range after each render, because rows in another order have the same range. Loaded rows are not
  // requested again.
  useEffect(() => want(from, to));
  return {
    indexes: items.map(({ index }) => index),
    before: first ? first.start - margin : 0,
    after: last ? virtual.getTotalSize() - (last.end - margin) : 0,
    scrollTo: (index) => virtual.scrollToIndex(index, { align: "auto" }),
  };
}

/** Reports the rendered sessions, unless the list is hidden at this width. */
export function useDrawnIds(
  list: RefObject<HTMLElement | null>,
  indexes: readonly number[],
  rows: LibraryRows,
  onDrawn: (ids: readonly string[]) => void,
): void {
  const ids = indexes.flatMap((index) => rows.rowAt(index)?.id ?? []).join(",");
  useEffect(() => {
    const isDisplayed = list.current !== null && list.current.getClientRects().length > 0;
    if (isDisplayed) onDrawn(ids === "" ? [] : ids.split(","));
  }, [list, ids, onDrawn]);
}
