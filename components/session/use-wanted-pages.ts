"use client";
import { useEffect } from "react";
import type { RequestRange } from "./message-range";
import { type LoadedMessages, type MessageStore, pagesOf } from "./message-store";

type Wanted = {
  store: MessageStore;
  loaded: LoadedMessages;
  range: RequestRange;
  view: "live" | "full";
  /** Positions of the first and last visible message; null if there is none. */
  visible: readonly [number, number] | null;
  /** Whether all messages are needed, for example to search them. */
  isAll: boolean;
};

/** Loads the pages of the selected request first, then the visible ones; even in a long session these are few. */
export function useWantedPages({ store, loaded: { total }, range, view, visible, isAll }: Wanted): void {
  const onScreen = view === "full" && visible ? pagesOf({ from: visible[0], to: visible[1] + 1 }) : [];
  const pages = total === null ? [0] : [...pagesOf(range.fresh), ...onScreen];
  if (view === "live") pages.push(...pagesOf(range.live));
  if (isAll && total !== null) pages.push(...pagesOf({ from: 0, to: total }));
  const key = [...new Set(pages)].join(" ");
  useEffect(() => store.want(key === "" ? [] : key.split(" ").map(Number)), [store, key]);
}
