"use client";
import { Tag, Trash2, X } from "lucide-react";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { useSay } from "@/components/words/words-provider";
import type { LibraryItem } from "@/lib/read-models/library-item";
import type { Selection } from "./use-selection";

type Do = (items: readonly LibraryItem[]) => void;
type Props = { selection: Selection; found: number; onTag: Do; onDelete: Do };

/** What can be done with the chosen sessions; at the foot of the screen on a phone. */
export function SelectionBar({ selection, found, onTag, onDelete }: Props) {
  const say = useSay();
  const chosen = selection.ids.size;
  if (chosen === 0) return null;
  return (
    <section
      aria-label={say("Chosen sessions")}
      className="flex min-h-10 items-center gap-2 border-accbd border-b bg-accbg px-4 max-sm:fixed max-sm:inset-x-0 max-sm:bottom-0 max-sm:z-30 max-sm:min-h-14 max-sm:border-t max-sm:border-b-0"
    >
      <p role="status" className="mr-auto text-small">
        <span className="font-semibold">{say("{chosen} chosen", { chosen })}</span>{" "}
        <span className="text-tx2">{say("of {found} found", { found })}</span>
      </p>
      <Button onClick={() => onTag(selection.items)}>
        <Tag aria-hidden />
        {say("Tag")}
      </Button>
      <Button variant="danger" onClick={() => onDelete(selection.items)}>
        <Trash2 aria-hidden />
        {say("Delete")}
      </Button>
      <IconButton label={say("Choose none")} onClick={selection.clear}>
        <X aria-hidden />
      </IconButton>
    </section>
  );
}
