"use client";
import Link from "next/link";
import { useRef } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { cn } from "@/components/ui/cn";
import { said, useSay } from "@/components/words/words-provider";
import { type LibraryItem, libraryTexts, peakTone, readTone } from "@/lib/view-models/library-table";
import { HitLine } from "./hit-line";
import { Marks, TONE } from "./library-row";
import type { RowsProps } from "./library-table";
import { Sparkline } from "./sparkline";
import type { Place } from "./use-places";
import { useDrawnIds, useWindowRows } from "./use-window-rows";

/** Pixels of a row, with and without the line of a hit. */
const ROW_HEIGHT = { plain: 60, hit: 88 } as const;

/** The library on screens below 720 px: title and cost, then client, day, sparkline, peak, read share and breaks. */
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
            onChoose={actions.onChoose}
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
  onChoose: (item: LibraryItem) => void;
};

function ListRow({ item, height, place, isChosen, onChoose }: RowProps) {
  const say = useSay();
  const texts = libraryTexts(item, say);
  const peak = peakTone(item.peakFraction);
  const read = readTone(item.readShare);
  return (
    <li
      style={{ height }}
      className={cn(
        "relative flex gap-2.5 overflow-hidden border-line border-b px-3 py-2 focus-within:bg-accbg",
        isChosen && "bg-accbg",
      )}
    >
      <Checkbox
        aria-label={say("Choose {title}", { title: item.title })}
        checked={isChosen}
        onCheckedChange={() => onChoose(item)}
        className="relative z-10 mt-1"
      />
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
        <div className="tabular mt-0.5 flex items-center gap-2 text-micro text-tx2">
          <span className="min-w-0 flex-1 truncate text-tx3">
            {item.client} · {texts.shortDay}
            {item.isExample ? say(" · example") : ""}
          </span>
          <Sparkline values={item.sparkline} />
          <span className={cn("min-w-7 shrink-0 whitespace-nowrap text-right", peak && TONE[peak])}>
            {say.known(texts.peak)}
          </span>
          <span className="min-w-15 shrink-0 whitespace-nowrap text-right">
            {said(
              say.parts("read {span}", {
                span: <span className={cn(read && TONE[read])}>{say.known(texts.read)}</span>,
              }),
            )}
          </span>
          <span className="min-w-13 shrink-0 whitespace-nowrap text-right">{texts.breaksInWords}</span>
        </div>
      </div>
    </li>
  );
}
