"use client";
import { useCallback, useMemo, useState } from "react";
import type { LibraryItem } from "@/lib/read-models/library-item";

export type Selection = {
  readonly ids: ReadonlySet<string>;
  readonly items: readonly LibraryItem[];
  readonly toggle: (item: LibraryItem) => void;
  readonly add: (items: readonly LibraryItem[]) => void;
  readonly clear: () => void;
};

/** The selected sessions. They stay selected while other rows are shown. */
export function useSelection(): Selection {
  const [chosen, setChosen] = useState<ReadonlyMap<string, LibraryItem>>(new Map());
  const toggle = useCallback((item: LibraryItem) => {
    setChosen((before) => {
      const next = new Map(before);
      if (!next.delete(item.id)) next.set(item.id, item);
      return next;
    });
  }, []);
  const add = useCallback((items: readonly LibraryItem[]) => {
    setChosen((before) => new Map([...before, ...items.map((item) => [item.id, item] as const)]));
  }, []);
  const clear = useCallback(() => setChosen(new Map()), []);
  return useMemo(
    () => ({ ids: new Set(chosen.keys()), items: [...chosen.values()], toggle, add, clear }),
    [chosen, toggle, add, clear],
  );
}
