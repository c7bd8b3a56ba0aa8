"use client";
import Link from "next/link";
import { useRef } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { cn } from "@/components/ui/cn";
import { useSay } from "@/components/words/words-provider";
import type { LibraryItem } from "@/lib/read-models/library-item";
import { readTone } from "@/lib/read-models/read-tone";
import { libraryTexts, peakTone } from "@/lib/view-models/library/library-table";
import { HitLine } from "./hit-line";
import { Marks } from "./library-columns";
import type { RowsProps } from "./library-table";
import { TONE } from "./tone";
import type { Place } from "./use-places";
import { useDrawnIds, useWindowRows } from "./use-window-rows";

/** Row height in pixels, with and without the hit line. */
const ROW_HEIGHT = { plain: 60, hit: 88 } as const;

/** The library on screens below 720 px: title and cost, then client, day, peak, read share and breaks. */
export function LibraryList({ rows, places, chosen, actions, onDrawn, hasHits }: RowsProps) {
  const say = useSay();
  const list = useRef<HTMLUListElement>(null);
  const height = hasHits ? ROW_HEIGHT.hit : ROW_HEIGHT.plain;
  const drawn = useWindowRows(list, rows.list.found, height, rows.want);
  useDrawnIds(list, drawn.indexes, rows, onDrawn);
  return (
    <ul ref={list} aria-label={say("Imported sessions")} className="sm:hidden">
      <li aria-hidden style={{ height: drawn.before }} />
      {drawn.indexes.map((index) => {
        const item = rows.rowAt(index);
        if (!item) return <li key={index} aria-hidden style={{ height }} className="border-line border-b" />;
        return (
          <ListRow
            key={item.id}
            item={item}
            height={height}
            place={places.get(item.id)}
            isChosen={chosen.has(item.id)}
            onChoose={actions?.onChoose ?? null}
          />
        );
      })}
      <li aria-hidden style={{ height: drawn.after }} />
    </ul>
  );
}

type RowProps = {
  item: LibraryItem;
  height: number;
  place: Place | undefined;
  isChosen: boolean;
  onChoose: ((item: LibraryItem) => void) | null;
};

function ListRow({ item, height, place, isChosen, onChoose }: RowProps) {
  const say = useSay();
  const texts = libraryTexts(item, say);
  return (
    <li
      style={{ height }}
      className={cn(
        "relative flex gap-2.5 overflow-hidden border-line border-b px-3 py-2 focus-within:bg-accbg",
        isChosen && "bg-accbg",
      )}
    >
      {onChoose ? (
        <Checkbox
          aria-label={say("Choose {title}", { title: item.title })}
          checked={isChosen}
          onCheckedChange={() => onChoose(item)}
          className="relative z-10 mt-1"
        />
      ) : null}
      <div className="min-w-0 flex-1">
        <div className="flex items-baseline gap-2">
          <Link
            href={`/sessions/${item.id}`}
            className={cn(
              "truncate font-medium text-base no-underline after:absolute after:inset-0",
              place && "leading-6",
            )}
          >
            {item.title}
          </Link>
          <Marks item={{ ...item, isExample: false }} />
          <span
            className={cn(
              "tabular ml-auto shrink-0 font-semibold text-base",
              texts.cost === "unknown" && "font-normal text-tx3",
            )}
          >
            {say.known(texts.cost)}
          </span>
        </div>
        {place ? <HitLine place={place} /> : null}
        <div className="tabular mt-0.5 flex items-center gap-2 whitespace-nowrap text-micro text-tx2">
          <span className="flex min-w-0 flex-1 text-tx3">
            <span className="truncate">{item.client}</span>
            <span className="shrink-0 whitespace-pre">
              {` · ${texts.shortDay}`}
              {item.isExample ? say(" · example") : ""}
            </span>
          </span>
          <PhoneFigures item={item} />
        </div>
      </div>
    </li>
  );
}

/** Peak, read share and breaks with labels, because a list has no heads; unknown figures are omitted. */
function PhoneFigures({ item }: { item: LibraryItem }) {
  const say = useSay();
  const texts = libraryTexts(item, say);
  const peak = peakTone(item.peakFraction);
  const read = readTone(item.readShare, item.requests);
  const figures = [
    item.peakFraction === null ? null : (
      <span key="peak" className={cn(peak && TONE[peak])}>
        {say("{peak} % peak", { peak: texts.peak })}
      </span>
    ),
    texts.read === "unknown" ? null : (
      <span key="read" className={cn(read && TONE[read])}>
        {item.readShare === null ? texts.read : say("{read} % read", { read: texts.read })}
      </span>
    ),
    item.breaks === null ? null : <span key="breaks">{texts.breaksInWords}</span>,
  ].filter((figure) => figure !== null);
  return (
    <span className="shrink-0">{figures.flatMap((figure, index) => (index === 0 ? [figure] : [" · ", figure]))}</span>
  );
}
