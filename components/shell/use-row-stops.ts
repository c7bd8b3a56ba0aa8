"use client";
import { type RefObject, useMemo } from "react";
import { useSay } from "@/components/words/words-provider";
import type { Sentence } from "@/lib/wording/say";
import { useSaidShortcuts } from "./shortcut-provider";
import type { SaidGroup } from "./shortcuts";

type Options = {
  /** The keys' heading in the sheet, which says what the rows are. */
  readonly title: Sentence;
  /** A row's noun, for `next, previous …`. */
  readonly row: Sentence;
  /** Further keys in the sheet, with descriptions. */
  readonly more?: readonly { readonly does: Sentence; readonly keys: readonly string[] }[];
  readonly bindings?: Readonly<Record<string, () => void>>;
  /** Whether moving to a row also activates it, for rows that only show details. */
  readonly isPressed?: boolean;
};

/**
 * j and k move the focus through the rows of a table, gg and G to its ends: elements with `data-stop`, one per row.
 * Enter then activates the element, and Tab continues from there.
 */
export function useRowStops(box: RefObject<HTMLElement | null>, options: Options): void {
  const say = useSay();
  const { title, row, more = NONE, bindings, isPressed = false } = options;
  const groups = useMemo<readonly SaidGroup[]>(
    () => [
      {
        title: say(title),
        shortcuts: [
          { does: say("next or previous {row}", { row: say(row) }), keys: ["j", "k"] },
          { does: say("first or last {row}", { row: say(row) }), keys: ["gg", "G"] },
          ...more.map(({ does, keys }) => ({ does: say(does), keys })),
        ],
      },
    ],
    [title, row, more, say],
  );
  const go = (place: (at: number, last: number) => number) => {
    const stops = stopsOf(box.current);
    const last = stops.length - 1;
    const next = stops[Math.max(0, Math.min(last, place(currentOf(stops), last)))];
    next?.focus();
    if (isPressed) next?.click();
  };
  const toLast = () => go((_, last) => last);
  useSaidShortcuts(groups, {
    j: () => go((at) => at + 1),
    k: () => go((at, last) => (at < 0 ? last : at - 1)),
    gg: () => go(() => 0),
    G: toLast,
    ...bindings,
  });
}

const NONE: readonly never[] = [];

/** Only displayed stops: some are in columns that a phone hides. */
const stopsOf = (box: HTMLElement | null): HTMLElement[] =>
  [...(box?.querySelectorAll<HTMLElement>("[data-stop]") ?? [])].filter((stop) => stop.getClientRects().length > 0);

/** The focused row, otherwise the current one; −1 for none. */
function currentOf(stops: readonly HTMLElement[]): number {
  const focused = document.activeElement;
  const at = stops.findIndex((stop) => stop === focused || stop.closest("tr, li")?.contains(focused));
  return at >= 0 ? at : stops.findIndex((stop) => stop.ariaCurrent === "true");
}
