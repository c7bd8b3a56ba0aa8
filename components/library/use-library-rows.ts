"use client";
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { callApi } from "@/components/api/call-api";
import type { LibraryList } from "@/lib/api/schemas/library-list";
import { LibraryRowsStore, type LoadPage, PAGE_ROWS, type Query, type Shown } from "./library-rows-store";
import { type LibraryView, queryOf } from "./use-library-query";

const load: LoadPage = async (query, offset, signal) => {
  const called = await callApi("GET /api/library/sessions", { query: { ...query, offset, limit: PAGE_ROWS }, signal });
  return called.ok ? called.value : null;
};

/** Milliseconds without a key press before words being typed are searched for. */
const TYPING_MS = 40;
/**
 * A key press after a pause of this many milliseconds is not part of fast typing, so its words are searched for
 * immediately.
 */
const REST_MS = 250;
/** Minimum word length. A shorter prefix matches half of the library: the slowest search, and seldom intended. */
const FEW_LETTERS = 3;

export type LibraryRows = Shown & {
  readonly want: (from: number, to: number) => void;
  readonly refresh: () => void;
};

/** The library's rows in the view's order. `drawn`: the first page as rendered by the server for `drawnFor`. */
export function useLibraryRows(view: LibraryView, drawn: LibraryList, drawnFor: Query): LibraryRows {
  const [store] = useState(() => new LibraryRowsStore(load, drawnFor, drawn));
  const shown = useSyncExternalStore(store.subscribe, store.snapshot, store.snapshot);
  const query = queryOf(view);
  const key = keyOf(query);
  const known = useRef({ key: keyOf(drawnFor), drawn, words: drawnFor.q, at: 0 });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the query
  useEffect(() => {
    const before = known.current;
    if (before.key === key && before.drawn === drawn) return;
    const now = performance.now();
    known.current = { key, drawn, words: query.q, at: now };
    const isDrawn = before.drawn !== drawn && keyOf(drawnFor) === key;
    const isTyping = before.words !== query.q && (now - before.at < REST_MS || (query.q ?? "").length < FEW_LETTERS);
    const timer = setTimeout(() => store.set(query, isDrawn ? drawn : null), isDrawn || !isTyping ? 0 : TYPING_MS);
    return () => clearTimeout(timer);
  }, [store, key, drawn]);
  return useMemo(
    () => ({ ...shown, want: (from, to) => store.want(from, to), refresh: () => store.refresh() }),
    [shown, store],
  );
}

const DEFAULTS: Query = { in: "transcripts", sort: "started", dir: "desc" };
const keyOf = (query: Query): string =>
  JSON.stringify(Object.entries({ ...DEFAULTS, ...query }).sort(([a], [b]) => (a < b ? -1 : 1)));
