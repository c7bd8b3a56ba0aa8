"use client";
import Link from "next/link";
import type { ReactNode } from "react";
import { Chip } from "@/components/ui/chip";
import { cn } from "@/components/ui/cn";
import { useSay } from "@/components/words/words-provider";
import type { LibraryColumn } from "@/lib/api/library-keys";
import type { LibraryItem } from "@/lib/read-models/library-item";
import { readTone, type Tone } from "@/lib/read-models/read-tone";
import { topCauseText } from "@/lib/view-models/answer/top-cause";
import { type libraryTexts, peakTone, sparklinePath } from "@/lib/view-models/library/library-table";
import { type Say, sentence } from "@/lib/wording/say";
import { HitLine } from "./hit-line";
import { TONE } from "./tone";
import type { Place } from "./use-places";

/** For columns that only fit on wide screens; the session's page shows the same figures. */
const WIDE = "max-xl:hidden";

type Drawn = {
  readonly item: LibraryItem;
  readonly texts: ReturnType<typeof libraryTexts>;
  readonly place: Place | undefined;
  readonly say: Say;
};
type Column = {
  /** A class; without one the column takes the remaining width. */
  readonly width?: string;
  readonly isWide?: boolean;
  readonly cell: (drawn: Drawn, className: string | undefined) => ReactNode;
};

/** Width and cell of each library column. `LIBRARY_COLUMNS` has their order and heads. */
const COLUMNS: Readonly<Record<LibraryColumn, Column>> = {
  title: {
    cell: ({ item, place }) => (
      <td className="h-10 py-0.5 pr-1.5">
        <TitleLines item={item} place={place} />
      </td>
    ),
  },
  model: {
    width: "w-[86px]",
    cell: ({ item, texts, say }) => (
      <td className="truncate px-1.5 text-tx2" title={item.models.join(", ")}>
        {say.known(texts.model)}
      </td>
    ),
  },
  started: {
    width: "w-[88px]",
    cell: ({ texts }) => (
      <td className="tabular whitespace-nowrap px-1.5 text-tx2" title={`${texts.started} UTC`}>
        {texts.day}
      </td>
    ),
  },
  duration: {
    width: "w-[72px]",
    isWide: true,
    cell: ({ texts }, className) => <Figure className={className}>{texts.duration}</Figure>,
  },
  requests: {
    width: "w-[66px]",
    cell: ({ item, texts }) => <Figure isQuiet={item.requests === 0}>{texts.requests}</Figure>,
  },
  peak: { width: "w-[126px]", cell: (drawn) => <Peak {...drawn} /> },
  in: {
    width: "w-[66px]",
    isWide: true,
    cell: ({ texts }, className) => <Figure className={className}>{texts.tokensIn}</Figure>,
  },
  out: {
    width: "w-[60px]",
    isWide: true,
    cell: ({ texts }, className) => <Figure className={className}>{texts.tokensOut}</Figure>,
  },
  read: { width: "w-[74px]", cell: (drawn) => <ReadShare {...drawn} /> },
  cost: {
    width: "w-[72px]",
    cell: ({ texts, say }) => (
      <Figure className={cn("font-medium", texts.cost === "unknown" && "font-normal text-tx3")}>
        {say.known(texts.cost)}
      </Figure>
    ),
  },
  lost: { width: "w-[104px]", cell: ({ item, texts }) => <Figure isQuiet={!item.lostCost}>{texts.lost}</Figure> },
  compactions: {
    width: "w-[46px]",
    cell: ({ item, texts, say }) => (
      <Figure isQuiet={item.compactions === 0}>
        {item.compactions > 0 ? <ReceiptLink item={item} text={texts.compactions} say={say} /> : texts.compactions}
      </Figure>
    ),
  },
  breaks: { width: "w-[50px]", cell: ({ item, texts }) => <Figure isQuiet={!item.breaks}>{texts.breaks}</Figure> },
  agents: {
    width: "w-[54px]",
    isWide: true,
    cell: ({ texts }, className) => <Figure className={className}>{texts.agents}</Figure>,
  },
};

export const wideClass = (id: LibraryColumn): string | undefined => (COLUMNS[id].isWide ? WIDE : undefined);
export const widthClass = (id: LibraryColumn): string => cn(COLUMNS[id].width, wideClass(id));
export const cellOf = (id: LibraryColumn, drawn: Drawn): ReactNode => COLUMNS[id].cell(drawn, wideClass(id));

const toneClass = (tone: Tone, text: string) => (tone ? TONE[tone] : text === "unknown" ? "text-tx3" : undefined);

function Peak({ item, texts, say }: Drawn) {
  return (
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
  );
}

function ReadShare({ item, texts, say }: Drawn) {
  const isSimulated = item.readShare === null && item.simulatedReadShare !== null;
  return (
    <Figure
      className={cn(isSimulated && "text-tx2 italic", toneClass(readTone(item.readShare, item.requests), texts.read))}
      title={isSimulated ? say(SIMULATED) : undefined}
    >
      {say.known(texts.read)}
    </Figure>
  );
}

/**
 * The title with its tags; below it the search hit, or the costliest cause, the client and the difference from similar
 * sessions.
 */
function TitleLines({ item, place }: { item: LibraryItem; place: Place | undefined }) {
  const say = useSay();
  const about = [topCauseText(item, say), item.client, item.differs && say.known(item.differs)].filter(Boolean);
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
          <span className="truncate" title={about.join(" · ")}>
            {about.join(" · ")}
          </span>
        </span>
      )}
    </>
  );
}

/** Labels next to the title: copy, example, tags. */
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

/** What the last compaction lost. A number beyond the last compaction opens the last one. */
function ReceiptLink({ item, text, say }: { item: LibraryItem; text: string; say: Say }) {
  const name = say("What the last compaction of {title} lost", { title: item.title });
  return (
    <Link
      href={`/sessions/${item.id}?compaction=${item.compactions}`}
      prefetch={false}
      aria-label={`${text}: ${name}`}
      title={name}
      className="relative z-10 inline-flex min-h-6 min-w-6 items-center justify-end text-acc underline-offset-2 hover:underline"
    >
      {text}
    </Link>
  );
}

const SIMULATED = sentence("Simulated: the log reports nothing about its cache. Not included in totals.");

function Figure({
  children,
  title,
  className,
  isQuiet = false,
}: {
  children: ReactNode;
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

/** Prompt sizes over the requests, 60 × 16 px; the dotted line is the full window. Show the peak next to it. */
function Sparkline({ values, className }: { values: readonly number[]; className?: string }) {
  return (
    <svg viewBox="0 0 60 16" aria-hidden className={`h-4 w-15 shrink-0 ${className ?? ""}`}>
      <line x1="0" x2="60" y1="0.5" y2="0.5" stroke="var(--line2)" strokeDasharray="1 2" />
      <path d={sparklinePath(values, 60, 16)} fill="var(--tx2)" />
    </svg>
  );
}
