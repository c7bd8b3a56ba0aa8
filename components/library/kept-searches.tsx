"use client";
import { Bookmark, ChevronDown } from "lucide-react";
import { useEffect, useState } from "react";
import { keep, readKept } from "@/components/ui/browser-memory";
import { Button } from "@/components/ui/button";
import { LazyMenu } from "@/components/ui/lazy-menu";
import { useSay } from "@/components/words/words-provider";
import { isFiltering, isKept, type LibrarySearch, parseKept, searchOf } from "@/lib/view-models/library/kept-searches";
import type { ChangeView, LibraryView } from "./use-library-query";

const STORAGE_KEY = "winnow-kept-searches";
const load = () => import("./kept-list").then((module) => module.KeptList);

/** Saves the current filters in this browser, and restores saved ones. */
export function KeptSearches({ view, setView }: { view: LibraryView; setView: ChangeView }) {
  const say = useSay();
  const [kept, setKept] = useKeptSearches();
  const present = searchOf(view);
  const canKeep = isFiltering(present) && !isKept(kept, present);
  const [isOpen, setOpen] = useState(false);
  if (kept.length === 0 && !canKeep && !isOpen) return null;
  return (
    <LazyMenu
      kind="dialog"
      load={load}
      onOpen={() => setOpen(true)}
      menu={{
        isOpen,
        onOpenChange: setOpen,
        kept,
        onKept: setKept,
        addable: canKeep ? present : null,
        onChoose: (search: LibrarySearch) => void setView({ ...search, has: [...search.has] }),
      }}
      trigger={
        <Button>
          <Bookmark aria-hidden />
          {kept.length === 0 ? say("Save search") : say("Saved searches {count}", { count: kept.length })}
          <ChevronDown aria-hidden />
        </Button>
      }
    />
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
