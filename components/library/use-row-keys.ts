"use client";
import { type RefObject, useEffect, useRef, useState } from "react";
import { useShortcuts } from "@/components/shell/shortcut-provider";
import type { LibraryItem } from "@/lib/read-models/library-item";
import { sentence } from "@/lib/wording/say";
import type { LibraryRows } from "./use-library-rows";
import type { Selection } from "./use-selection";

const MOVING = [
  { does: sentence("search"), keys: ["/"] },
  { does: sentence("next or previous session"), keys: ["j", "k"] },
  { does: sentence("first or last session"), keys: ["gg", "G"] },
  { does: sentence("open"), keys: ["↵"] },
];
const CHANGING = [
  { does: sentence("choose"), keys: ["x"] },
  { does: sentence("select up to here"), keys: ["Shift", "x"] },
  { does: sentence("tag"), keys: ["t"] },
  { does: sentence("rename"), keys: ["r"] },
  { does: sentence("delete"), keys: ["Delete"] },
  { does: sentence("undo the deletion"), keys: ["z"] },
];
const title = sentence("Library");
const KEYS = [{ title, shortcuts: [...MOVING, ...CHANGING] }];
const READER_KEYS = [{ title, shortcuts: MOVING }];

type Input = {
  rows: LibraryRows;
  selection: Selection;
  scrollTo: RefObject<(index: number) => void>;
  onTag: (items: readonly LibraryItem[]) => void;
  onRename: (item: LibraryItem) => void;
  onDelete: (items: readonly LibraryItem[]) => void;
  onUndo: () => void;
  /** Whether the reader may change sessions; only then can they be selected. */
  mayChange: boolean;
  /** Whether a dialog is open or still loading. Keys pressed meanwhile are meant for it. */
  hasDialog: boolean;
};

/**
 * The list's keys. Returns the row with keyboard focus, or −1. The keys act on the selected rows or, without a
 * selection, on that row.
 */
export function useRowKeys(input: Input): number {
  const { rows, selection, scrollTo, onTag, onRename, onDelete, onUndo, mayChange, hasDialog } = input;
  const [active, setActive] = useState(-1);
  const lastChosen = useRef(-1);
  const isMoving = useRef(false);
  const { found } = rows.list;
  useEffect(() => setActive((before) => Math.min(before, found - 1)), [found]);
  const go = (index: number) => {
    const next = Math.max(0, Math.min(found - 1, index));
    if (found === 0) return;
    setActive(next);
    if (next !== active) isMoving.current = true;
    scrollTo.current(next);
  };
  const here = rows.rowAt(active);
  // After a key, the row's link gets the focus, so that Enter opens it and Tab continues from there. Reloaded rows leave
  // the focus alone: it may be in a field.
  useEffect(() => {
    if (!here || !isMoving.current) return;
    isMoving.current = false;
    document.querySelector<HTMLElement>(`[data-row="${CSS.escape(here.id)}"]`)?.focus({ preventScroll: true });
  }, [here]);
  const meant = selection.items.length > 0 ? selection.items : here ? [here] : [];
  const range = () => {
    const [from, to] = [Math.min(lastChosen.current, active), Math.max(lastChosen.current, active)];
    const items = Array.from({ length: to - from + 1 }, (_, step) => rows.rowAt(from + step));
    if (from >= 0) selection.add(items.filter((item) => item !== undefined));
  };
  const last = () => go(found - 1);
  const remove = () => meant.length > 0 && onDelete(meant);
  const moving = {
    j: () => go(active + 1),
    k: () => go(active - 1),
    gg: () => go(0),
    G: last,
  };
  const changing = {
    x: () => {
      if (here) selection.toggle(here);
      lastChosen.current = active;
    },
    X: range,
    t: () => meant.length > 0 && onTag(meant),
    r: () => here && onRename(here),
    Delete: remove,
    z: onUndo,
  };
  const bindings = mayChange ? { ...moving, ...changing } : moving;
  useShortcuts(mayChange ? KEYS : READER_KEYS, hasDialog ? withoutEffect(bindings) : bindings);
  return active;
}

const withoutEffect = (bindings: object) => Object.fromEntries(Object.keys(bindings).map((key) => [key, () => {}]));
