"use client";
import { Pencil, Tag, Trash2 } from "lucide-react";
import Link from "next/link";
import { memo, useState } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { Chip } from "@/components/ui/chip";
import { cn } from "@/components/ui/cn";
import { IconButton } from "@/components/ui/icon-button";
import { useSay } from "@/components/words/words-provider";
import type { LibraryItem } from "@/lib/read-models/library-item";
import { libraryTexts, peakTone, readTone, type Tone } from "@/lib/view-models/library/library-table";
import { sentence } from "@/lib/wording/say";
import { HitLine } from "./hit-line";
import { Sparkline } from "./sparkline";
import { TONE } from "./tone";
import type { Place } from "./use-places";

const toneClass = (tone: Tone, text: string) => (tone ? TONE[tone] : text === "unknown" ? "text-tx3" : undefined);

/** For columns that only wide screens have room for. */
export const WIDE = "max-xl:hidden";

export type RowActions = {
  readonly onChoose: (item: LibraryItem) => void;
  readonly onRename: (item: LibraryItem) => void;
  readonly onTag: (item: LibraryItem) => void;
  readonly onDelete: (item: LibraryItem) => void;
};
type Props = {
  item: LibraryItem;
  /** Its number in the list, from 1, and that of the head before it. */
  rowNumber: number;
  place: Place | undefined;
  isChosen: boolean;
  isActive: boolean;
  /** null: the reader changes nothing. */
  actions: RowActions | null;
};

/** One session in a row of 40 px: the title is a link whose clickable area is the whole row. */
export const LibraryRow = memo(function LibraryRow({ item, rowNumber, place, isChosen, isActive, actions }: Props) {
  const say = useSay();
  const texts = libraryTexts(item, say);
  // Three buttons in each of a screen's rows are half of the work of drawing them, so a row gets them when it is reached.
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
      <td className="h-10 py-0.5 pr-1.5">
        <TitleLines item={item} place={place} />
      </td>
      <td className="truncate px-1.5 text-tx2" title={item.models.join(", ")}>
        {say.known(texts.model)}
      </td>
      <td className="tabular whitespace-nowrap px-1.5 text-tx2" title={`${texts.started} UTC`}>
        {texts.day}
      </td>
      <Figure className={WIDE}>{texts.duration}</Figure>
      <Figure isQuiet={item.requests === 0}>{texts.requests}</Figure>
      <td className="px-1.5">
        <span className="flex items-center justify-end gap-2">
          {item.requests === 0 ? null : <Sparkline values={item.sparkline} />}
          <span
            className={cn(
              "tabular min-w-9 whitespace-nowrap text-right",
              toneClass(peakTone(item.peakFraction), texts.peak),
            )}
          >
            {say.known(texts.peak)}
          </span>
        </span>
      </td>
      <MoneyAndCounts item={item} />
      <td>{isReached && actions ? <RowButtons item={item} actions={actions} /> : null}</td>
    </tr>
  );
});

function RowButtons({ item, actions }: { item: LibraryItem; actions: RowActions }) {
  const say = useSay();
  const { title } = item;
  return (
    <span className="absolute top-1.5 right-2 z-10 flex bg-s2 opacity-0 focus-within:opacity-100 group-focus-within:opacity-100 group-hover:opacity-100">
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

/** The title with its tags; below it the hit of a search, or the client and what tells it from its like. */
function TitleLines({ item, place }: { item: LibraryItem; place: Place | undefined }) {
  const say = useSay();
  return (
    <>
      <span className="flex min-w-0 items-center gap-2 leading-[17px]">
        <Link
          href={`/sessions/${item.id}`}
          data-row={item.id}
          prefetch={false}
          className={cn(
            "truncate font-medium text-base no-underline after:absolute after:inset-0",
            place && "leading-6",
          )}
          title={item.title}
        >
          {item.title}
        </Link>
        <Marks item={item} />
      </span>
      {place ? (
        <HitLine place={place} />
      ) : (
        <span className="flex items-center gap-2 whitespace-nowrap text-micro text-tx3 leading-[15px]">
          <span className="truncate" title={item.differs === null ? undefined : say.known(item.differs)}>
            {item.client}
            {item.differs ? ` · ${say.known(item.differs)}` : ""}
          </span>
        </span>
      )}
    </>
  );
}

/** What the title alone does not say: copy, example, tags. */
export function Marks({ item }: { item: LibraryItem }) {
  const say = useSay();
  const small = "h-[14px] shrink-0 whitespace-nowrap text-badge";
  return (
    <>
      {item.copyOf ? (
        <Chip tone="dashed" className={small} title={item.differs === null ? undefined : say.known(item.differs)}>
          {say("copy")}
        </Chip>
      ) : null}
      {item.isExample ? <Chip className={small}>{say("built-in example")}</Chip> : null}
      {item.tags.slice(0, 3).map((tag) => (
        <Chip key={tag} className={cn(small, "max-w-24 truncate")}>
          {tag}
        </Chip>
      ))}
      {item.tags.length > 3 ? <span className="text-badge text-tx3">+{item.tags.length - 3}</span> : null}
    </>
  );
}

function MoneyAndCounts({ item }: { item: LibraryItem }) {
  const say = useSay();
  const texts = libraryTexts(item, say);
  const isSimulated = item.readShare === null && item.simulatedReadShare !== null;
  return (
    <>
      <Figure className={WIDE}>{texts.tokensIn}</Figure>
      <Figure className={WIDE}>{texts.tokensOut}</Figure>
      <Figure
        className={cn(isSimulated && "text-tx2 italic", toneClass(readTone(item.readShare), texts.read))}
        title={isSimulated ? say.known(SIMULATED) : undefined}
      >
        {say.known(texts.read)}
      </Figure>
      <Figure className={cn("font-medium", texts.cost === "unknown" && "font-normal text-tx3")}>
        {say.known(texts.cost)}
      </Figure>
      <Figure isQuiet={!item.lostCost}>{texts.lost}</Figure>
      <Figure isQuiet={item.compactions === 0}>{texts.compactions}</Figure>
      <Figure isQuiet={!item.breaks}>{texts.breaks}</Figure>
      <Figure className={WIDE}>{texts.agents}</Figure>
    </>
  );
}

const SIMULATED = sentence("Simulated: the log reports nothing about its cache. It enters no total.");

function Figure({
  children,
  title,
  className,
  isQuiet = false,
}: {
  children: React.ReactNode;
  className?: string | undefined;
  isQuiet?: boolean;
  title?: string | undefined;
}) {
  return (
    <td title={title} className={cn("tabular whitespace-nowrap px-1.5 text-right", isQuiet && "text-tx3", className)}>
      {children}
    </td>
  );
}
