"use client";
import { type RefObject, useCallback, useEffect, useMemo, useState } from "react";
import type { Kind } from "@/components/ui/content-kinds";
import { ANY, findParts, kindsOf, partsOf } from "./find-parts";
import type { TranscriptRow } from "./transcript-rows";

type Input = {
  rows: readonly TranscriptRow[];
  scroller: RefObject<HTMLElement | null>;
  unfold: (part: string) => void;
  goTo: (index: number) => void;
};

export type Find = {
  isOpen: boolean;
  open: () => void;
  close: () => void;
  query: string;
  setQuery: (query: string) => void;
  /** Restricts hits to parts of this kind. */
  kind: Kind | typeof ANY;
  setKind: (kind: Kind | typeof ANY) => void;
  /** The kinds of the listed parts. */
  kinds: readonly Kind[];
  hits: number;
  current: number;
  step: (by: number) => void;
};

/** Searches the listed parts. Matches are highlighted and unfolded; nothing is hidden. */
export function useFind({ rows, scroller, unfold, goTo }: Input): Find {
  const [isOpen, setOpen] = useState(false);
  const [query, setQuery] = useState("");
  const [kind, setKind] = useState<Find["kind"]>(ANY);
  const [current, setCurrent] = useState(0);
  const hits = useMemo(() => (isOpen ? findParts(rows, query, kind) : []), [isOpen, rows, query, kind]);
  const kinds = useMemo(() => (isOpen ? kindsOf(rows) : []), [isOpen, rows]);
  useHighlight(scroller, isOpen ? query : "");
  const show = (at: number) => {
    const hit = hits[at];
    if (hit === undefined) return;
    setCurrent(at);
    for (const part of partsOf(rows[hit])) unfold(part.id);
    goTo(hit);
  };
  return {
    isOpen,
    open: useCallback(() => setOpen(true), []),
    close: () => {
      setOpen(false);
      scroller.current?.focus({ preventScroll: true }); // the field disappears
    },
    query,
    setQuery: (next) => {
      setQuery(next);
      setCurrent(-1);
    },
    kind,
    setKind: (next) => {
      setKind(next);
      setCurrent(-1);
    },
    kinds,
    hits: hits.length,
    current,
    // Nothing is shown before the first step, so stepping backwards starts at the last hit.
    step: (by) => hits.length > 0 && show((Math.max(current, by < 0 ? 0 : -1) + by + hits.length) % hits.length),
  };
}

/** Highlights matches in the rendered rows, and again whenever these change. */
function useHighlight(scroller: RefObject<HTMLElement | null>, query: string) {
  useEffect(() => {
    const root = scroller.current;
    if (!root || query.trim().length < 2) return highlightAll(null, "");
    let frame = 0;
    const paint = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => highlightAll(root, query));
    };
    paint();
    const observer = new MutationObserver(paint);
    observer.observe(root, { childList: true, subtree: true, characterData: true });
    return () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
      highlightAll(null, "");
    };
  }, [scroller, query]);
}

/** Name of the highlight. The browser paints its ranges (CSS Custom Highlight API) without changing elements. */
const NAME = "winnow-find";

/** Highlights every occurrence inside `root`; null removes the highlights. Does nothing in browsers without the API. */
export function highlightAll(root: HTMLElement | null, query: string): void {
  if (typeof Highlight === "undefined" || !CSS.highlights) return;
  if (!root) {
    CSS.highlights.delete(NAME);
    return;
  }
  CSS.highlights.set(NAME, new Highlight(...rangesOf(root, query.trim().toLowerCase())));
}

function rangesOf(root: HTMLElement, wanted: string): Range[] {
  const ranges: Range[] = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = lowerCase(node.textContent ?? "");
    for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) {
      const range = new Range();
      range.setStart(node, at);
      range.setEnd(node, at + wanted.length);
      ranges.push(range);
    }
  }
  return ranges;
}

/** In lower case, except if that is longer (“İ”), because its positions would not be the text's. */
function lowerCase(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === text.length ? lower : text;
}
