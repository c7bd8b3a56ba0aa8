import { Trash2 } from "lucide-react";
import Link from "next/link";
import { Chip } from "@/components/ui/chip";
import { cn } from "@/components/ui/cn";
import { IconButton } from "@/components/ui/icon-button";
import { type LibraryItem, libraryTexts, peakTone, readTone, type Tone } from "@/lib/view-models/library-table";
import { Sparkline } from "./sparkline";

export const TONE = { good: "text-good", bad: "text-bad" } as const;
const toneClass = (tone: Tone, text: string) => (tone ? TONE[tone] : text === "unknown" ? "text-tx3" : undefined);

/** One session in a row of 40 px: the title is a link whose clickable area is the whole row. */
export function LibraryRow({ item, onDelete }: { item: LibraryItem; onDelete: (item: LibraryItem) => void }) {
  const texts = libraryTexts(item);
  return (
    <tr className="group relative border-line border-b hover:bg-s2 focus-within:bg-accbg">
      <td className="h-10 py-0.5 pr-1.5 pl-4">
        <Link
          href={`/sessions/${item.id}`}
          className="block truncate font-medium text-base leading-[17px] no-underline after:absolute after:inset-0"
          title={item.title}
        >
          {item.title}
        </Link>
        <span className="flex items-center gap-2 whitespace-nowrap text-micro text-tx3 leading-[15px]">
          <span className="truncate">{item.client}</span>
          {item.isExample ? (
            <Chip className="h-[14px] shrink-0 whitespace-nowrap text-badge">built-in example</Chip>
          ) : null}
        </span>
      </td>
      <td className="truncate px-1.5 text-tx2" title={item.models.join(", ")}>
        {texts.model}
      </td>
      <td className="tabular whitespace-nowrap px-1.5 text-tx2" title={`${texts.started} UTC`}>
        {texts.day}
      </td>
      <Figure>{texts.duration}</Figure>
      <Figure isQuiet={item.requests === 0}>{texts.requests}</Figure>
      <td className="px-1.5">
        <span className="flex items-center justify-end gap-2">
          <Sparkline values={item.sparkline} />
          <span
            className={cn(
              "tabular min-w-9 whitespace-nowrap text-right",
              toneClass(peakTone(item.peakFraction), texts.peak),
            )}
          >
            {texts.peak}
          </span>
        </span>
      </td>
      <Figure>{texts.tokensIn}</Figure>
      <Figure>{texts.tokensOut}</Figure>
      <Figure
        className={cn(
          item.readShare === null && item.simulatedReadShare !== null && "text-tx2 italic",
          toneClass(readTone(item.readShare), texts.read),
        )}
        title={item.readShare === null && item.simulatedReadShare !== null ? SIMULATED : undefined}
      >
        {texts.read}
      </Figure>
      <Figure className={cn("font-medium", texts.cost === "unknown" && "font-normal text-tx3")}>{texts.cost}</Figure>
      <Figure isQuiet={item.compactions === 0}>{texts.compactions}</Figure>
      <Figure isQuiet={!item.breaks}>{texts.breaks}</Figure>
      <Figure>{texts.agents}</Figure>
      <td className="pr-2">
        <IconButton
          label={`Delete ${item.title}`}
          onClick={() => onDelete(item)}
          className="relative opacity-0 focus-visible:opacity-100 group-focus-within:opacity-100 group-hover:opacity-100"
        >
          <Trash2 aria-hidden />
        </IconButton>
      </td>
    </tr>
  );
}

const SIMULATED = "Simulated: the log reports nothing about its cache. It enters no total.";

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
