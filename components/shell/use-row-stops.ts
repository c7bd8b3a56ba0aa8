"use client";
import { type RefObject, useMemo } from "react";
import { english } from "@/lib/wording/say";
import { useShortcuts } from "./shortcut-provider";
import type { ShortcutGroup } from "./shortcuts";

type Options = {
  /** The title of the keys in the sheet: what the rows are. */
  readonly title: string;
  /** What one row is, for `next, previous …`. */
  readonly row: string;
  /** Further keys of the sheet, and what they do. */
  readonly more?: readonly { readonly does: string; readonly keys: readonly string[] }[];
  readonly bindings?: Readonly<Record<string, () => void>>;
  /** Whether going to a row also presses it, where that only shows what it is. */
  readonly isPressed?: boolean;
};

/**
 * j and k move the focus through the rows of a table, gg and G to its ends: elements with `data-stop`, one in each row. Enter
 * then does what the element does, and Tab goes on from there.
 */
export function useRowStops(box: RefObject<HTMLElement | null>, options: Options): void {
  const { title, row, more = NONE, bindings, isPressed = false } = options;
  const groups = useMemo<readonly ShortcutGroup[]>(
    () => [
      {
        title,
        shortcuts: [
          { does: english("next, previous {row}", { row }), keys: ["j", "k"] },
          { does: english("first, last {row}", { row }), keys: ["gg", "G"] },
          ...more,
        ],
      },
    ],
    [title, row, more],
  );
  const go = (place: (at: number, last: number) => number) => {
    const stops = stopsOf(box.current);
    const last = stops.length - 1;
    const next = stops[Math.max(0, Math.min(last, place(currentOf(stops), last)))];
    next?.focus();
    if (isPressed) next?.click();
  };
  const toLast = () => go((_, last) => last);
  useShortcuts(groups, {
    j: () => go((at) => at + 1),
    k: () => go((at, last) => (at < 0 ? last : at - 1)),
    gg: () => go(() => 0),
    G: toLast,
    ...bindings,
  });
}

const NONE: readonly never[] = [];

/** The rows that are displayed: on a phone some columns are not. */
const stopsOf = (box: HTMLElement | null): HTMLElement[] =>
  [...(box?.querySelectorAll<HTMLElement>("[data-stop]") ?? [])].filter((stop) => stop.getClientRects().length > 0);

/** The row that has the focus, or else the one that is current; −1 for none. */
function currentOf(stops: readonly HTMLElement[]): number {
  const focused = document.activeElement;
  const at = stops.findIndex((stop) => stop === focused || stop.closest("tr, li")?.contains(focused));
  return at >= 0 ? at : stops.findIndex((stop) => stop.ariaCurrent === "true");
}
