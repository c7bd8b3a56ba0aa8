"use client";
import { Bookmark, ChevronDown, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { keep, readKept } from "@/components/ui/browser-memory";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import { useSay } from "@/components/words/words-provider";
import {
  isFiltering,
  isKept,
  keepSearch,
  type LibrarySearch,
  parseKept,
  searchName,
  searchOf,
  withoutSearch,
} from "@/lib/view-models/library/kept-searches";
import type { ChangeView, LibraryView } from "./use-library-query";

const STORAGE_KEY = "winnow-kept-searches";

/** Saves the current filters in this browser, and restores saved ones. */
export function KeptSearches({ view, setView }: { view: LibraryView; setView: ChangeView }) {
  const say = useSay();
  const [kept, setKept] = useKeptSearches();
  const present = searchOf(view);
  const canKeep = isFiltering(present) && !isKept(kept, present);
  const [isOpen, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  if (kept.length === 0 && !canKeep && !isOpen) return null;
  const change = (next: readonly LibrarySearch[]) => {
    setKept(next);
    box.current?.focus(); // the used button disappears
  };
  return (
    <Popover open={isOpen} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <Button>
          <Bookmark aria-hidden />
          {kept.length === 0 ? say("Save search") : say("Saved searches {count}", { count: kept.length })}
          <ChevronDown aria-hidden />
        </Button>
      </PopoverTrigger>
      <PopoverContent
        ref={box}
        tabIndex={-1}
        label={say("Saved searches")}
        className="flex w-80 max-w-[90vw] flex-col gap-2 p-2 text-small"
      >
        {kept.length === 0 ? null : (
          <ul className="max-h-[50vh] overflow-y-auto">
            {kept.map((search) => {
              const name = searchName(search, say);
              return (
                <li key={JSON.stringify(search)} className="flex items-center gap-1">
                  <Button
                    variant="quiet"
                    className="min-w-0 flex-1 justify-start"
                    title={name}
                    onClick={() => void setView({ ...search, has: [...search.has] })}
                  >
                    <span className="truncate">{name}</span>
                  </Button>
                  <IconButton
                    label={say("Remove the search {name}", { name })}
                    className="size-6"
                    onClick={() => change(withoutSearch(kept, search))}
                  >
                    <X aria-hidden />
                  </IconButton>
                </li>
              );
            })}
          </ul>
        )}
        {canKeep ? (
          <Button variant="primary" onClick={() => change(keepSearch(kept, present))}>
            {say("Save these filters")}
          </Button>
        ) : null}
        <p className="px-1 text-micro text-tx3">
          {say("Saved in this browser. To share a search, send the address of this page.")}
        </p>
      </PopoverContent>
    </Popover>
  );
}

/** Read after the first render, because the server does not know this browser's storage. */
function useKeptSearches() {
  const [kept, setKept] = useState<readonly LibrarySearch[]>([]);
  useEffect(() => setKept(parseKept(readKept(STORAGE_KEY))), []);
  const store = (next: readonly LibrarySearch[]) => {
    setKept(next);
    keep(STORAGE_KEY, JSON.stringify(next));
  };
  return [kept, store] as const;
}
