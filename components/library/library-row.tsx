"use client";
import { Pencil, Tag, Trash2 } from "lucide-react";
import { Fragment, memo, useState } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { cn } from "@/components/ui/cn";
import { IconButton } from "@/components/ui/icon-button";
import { useSay } from "@/components/words/words-provider";
import type { LibraryItem } from "@/lib/read-models/library-item";
import { LIBRARY_COLUMNS, libraryTexts } from "@/lib/view-models/library/library-table";
import { cellOf } from "./library-columns";
import type { Place } from "./use-places";

export type RowActions = {
  readonly onChoose: (item: LibraryItem) => void;
  readonly onRename: (item: LibraryItem) => void;
  readonly onTag: (item: LibraryItem) => void;
  readonly onDelete: (item: LibraryItem) => void;
};
type Props = {
  item: LibraryItem;
  /** The row's number in the list, from 1; the head row counts separately. */
  rowNumber: number;
  place: Place | undefined;
  isChosen: boolean;
  isActive: boolean;
  /** null: the reader cannot change sessions. */
  actions: RowActions | null;
};

/** A session in a row of 40 px: the title is a link, and the entire row is its clickable area. */
export const LibraryRow = memo(function LibraryRow({ item, rowNumber, place, isChosen, isActive, actions }: Props) {
  const say = useSay();
  const texts = libraryTexts(item, say);
  // Three buttons per row would be half the work of rendering a screen, so a row gets them on hover or focus.
  const [isReached, setReached] = useState(false);
  const reach = () => setReached(true);
  return (
    <tr
      onPointerEnter={reach}
      onFocus={reach}
      aria-rowindex={rowNumber + 1}
      aria-selected={isChosen}
      className={cn(
        "group relative border-line border-b hover:bg-s2 focus-within:bg-accbg",
        isChosen && "bg-accbg",
        isActive && "bg-accbg shadow-[inset_2px_0_0_var(--acc)]",
      )}
    >
      <td className="h-10 py-0.5 pl-4">
        {actions ? (
          <Checkbox
            aria-label={say("Choose {title}", { title: item.title })}
            checked={isChosen}
            onCheckedChange={() => actions.onChoose(item)}
            className="relative z-10"
          />
        ) : null}
      </td>
      {LIBRARY_COLUMNS.map(({ id }) => (
        <Fragment key={id}>{cellOf(id, { item, texts, place, say })}</Fragment>
      ))}
      <td>{isReached && actions ? <RowButtons item={item} actions={actions} /> : null}</td>
    </tr>
  );
});

/** The buttons do not cover the last columns, where the number of compactions is a link. */
function RowButtons({ item, actions }: { item: LibraryItem; actions: RowActions }) {
  const say = useSay();
  const { title } = item;
  return (
    <span className="absolute top-1.5 right-28 z-10 flex bg-s2 xl:right-42 opacity-0 focus-within:opacity-100 group-focus-within:opacity-100 group-hover:opacity-100">
      <IconButton label={say("Rename {title}", { title })} className="w-6" onClick={() => actions.onRename(item)}>
        <Pencil aria-hidden />
      </IconButton>
      <IconButton label={say("Tag {title}", { title })} className="w-6" onClick={() => actions.onTag(item)}>
        <Tag aria-hidden />
      </IconButton>
      <IconButton label={say("Delete {title}", { title })} className="w-6" onClick={() => actions.onDelete(item)}>
        <Trash2 aria-hidden />
      </IconButton>
    </span>
  );
}
