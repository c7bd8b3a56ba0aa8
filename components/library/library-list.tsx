import Link from "next/link";
import { Chip } from "@/components/ui/chip";
import { cn } from "@/components/ui/cn";
import { type LibraryItem, libraryTexts, peakTone, readTone } from "@/lib/view-models/library-table";
import { TONE } from "./library-row";
import { Sparkline } from "./sparkline";

/** The library on screens below 720 px: title and cost, then client, day, sparkline, peak, read share and breaks. */
export function LibraryList({ items }: { items: readonly LibraryItem[] }) {
  return (
    <ul className="sm:hidden">
      {items.map((item) => (
        <ListRow key={item.id} item={item} />
      ))}
    </ul>
  );
}

function ListRow({ item }: { item: LibraryItem }) {
  const texts = libraryTexts(item);
  const peak = peakTone(item.peakFraction);
  const read = readTone(item.readShare);
  return (
    <li className="relative border-line border-b px-3 py-2.5 focus-within:bg-accbg">
      <div className="flex items-baseline justify-between gap-3">
        <Link
          href={`/sessions/${item.id}`}
          className="truncate font-medium text-base no-underline after:absolute after:inset-0"
        >
          {item.title}
        </Link>
        <span
          className={cn("tabular shrink-0 font-semibold text-base", texts.cost === "unknown" && "font-normal text-tx3")}
        >
          {texts.cost}
        </span>
      </div>
      <div className="tabular mt-0.5 flex items-center gap-2 text-micro text-tx2">
        <span className="flex min-w-0 flex-1 items-center gap-1.5 text-tx3">
          <span className="truncate">
            {item.client} · {texts.shortDay}
          </span>
          {item.isExample ? <Chip className="h-[14px] text-badge">example</Chip> : null}
        </span>
        <Sparkline values={item.sparkline} />
        <span className={cn("min-w-7 shrink-0 whitespace-nowrap text-right", peak && TONE[peak])}>{texts.peak}</span>
        <span className="min-w-15 shrink-0 whitespace-nowrap text-right">
          read <span className={cn(read && TONE[read])}>{texts.read}</span>
        </span>
        <span className="min-w-13 shrink-0 whitespace-nowrap text-right">{texts.breaksInWords}</span>
      </div>
    </li>
  );
}
