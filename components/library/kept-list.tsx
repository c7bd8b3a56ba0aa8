"use client";
import { X } from "lucide-react";
import { type ReactElement, useRef } from "react";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import { useSay } from "@/components/words/words-provider";
import { keepSearch, type LibrarySearch, searchName, withoutSearch } from "@/lib/view-models/library/kept-searches";

type Props = {
  trigger: ReactElement;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  kept: readonly LibrarySearch[];
  onKept: (kept: readonly LibrarySearch[]) => void;
  /** The current filters; null if there are none, or if they are saved already. */
  addable: LibrarySearch | null;
  onChoose: (search: LibrarySearch) => void;
};

/** The saved searches, and a button that saves the current one. */
export function KeptList({ trigger, isOpen, onOpenChange, kept, onKept, addable, onChoose }: Props) {
  const say = useSay();
  const box = useRef<HTMLDivElement>(null);
  const change = (next: readonly LibrarySearch[]) => {
    onKept(next);
    box.current?.focus(); // the button just pressed disappears
  };
  return (
    <Popover open={isOpen} onOpenChange={onOpenChange}>
      <PopoverTrigger asChild>{trigger}</PopoverTrigger>
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
                    onClick={() => onChoose(search)}
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
        {addable === null ? null : (
          <Button variant="primary" onClick={() => change(keepSearch(kept, addable))}>
            {say("Save these filters")}
          </Button>
        )}
        <p className="px-1 text-micro text-tx3">
          {say("Saved in this browser. To share a search, send the address of this page.")}
        </p>
      </PopoverContent>
    </Popover>
  );
}
