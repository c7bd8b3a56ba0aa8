"use client";
import Link from "next/link";
import { useState } from "react";
import { type NavPlace, viewHref } from "@/components/session/session-nav";
import { Chip } from "@/components/ui/chip";
import { cn } from "@/components/ui/cn";
import { KIND_LABEL, kindColor } from "@/components/ui/content-kinds";
import { MoreRows } from "@/components/ui/more-rows";
import { Swatch } from "@/components/ui/swatch";
import { useSay } from "@/components/words/words-provider";
import { compositionWords } from "@/lib/read-models/words/composition";
import type { ShownPart } from "@/lib/view-models/composition/composition-view";
import { figureIn, formatMoney, formatTokens, NOT_APPLICABLE_TEXT } from "@/lib/wording/number-format";

type Props = { place: NavPlace; parts: readonly ShownPart[] };

const FIRST = 20;
const GRID =
  "tabular grid grid-cols-[24px_minmax(0,1fr)_120px_64px_48px_56px_72px_176px] items-center gap-x-3 px-4 max-md:grid-cols-[24px_minmax(0,1fr)_64px_64px] max-sm:px-3";

/** The part's message in the transcript. */
export const partHref = (place: NavPlace, part: string): string =>
  `${viewHref("transcript", place)}&part=${encodeURIComponent(part)}`;

/** The prompt's parts, largest first; each leads to its message. */
export function PartList({ place, parts }: Props) {
  const say = useSay();
  const [shown, setShown] = useState(FIRST);
  const sorted = parts.toSorted((one, other) => other.tokens - one.tokens);
  const most = Math.max(sorted[0]?.tokens ?? 0, 1);
  return (
    <section aria-label={say("Parts by size")} className="min-w-0 border-line2 border-t">
      <h2 className="px-4 py-2 font-semibold text-small max-sm:px-3">{say("Parts by size")}</h2>
      <div aria-hidden className={cn(GRID, "h-6 border-line2 border-b text-micro text-tx3")}>
        <span />
        <span>{say("part")}</span>
        <span className="max-md:hidden" />
        <span className="text-right">{say("tokens")}</span>
        <span className="text-right max-md:hidden">{say("from")}</span>
        <span className="text-right max-md:hidden">{say("requests")}</span>
        <span className="text-right">{say("cost")}</span>
        <span className="max-md:hidden">{say("of that, wasted")}</span>
      </div>
      <ol>
        {sorted.slice(0, shown).map((part, rank) => (
          <Row key={part.id} part={part} rank={rank} most={most} href={partHref(place, part.id)} />
        ))}
      </ol>
      <div className="px-4 pb-3 max-sm:px-3">
        <MoreRows shown={shown} held={sorted.length} total={sorted.length} onMore={() => setShown(sorted.length)} />
      </div>
    </section>
  );
}

type RowProps = { part: ShownPart; rank: number; most: number; href: string };

function Row({ part: { kind, tool, label, first, last, tokens, cost, waste }, rank, most, href }: RowProps) {
  const say = useSay();
  return (
    <li className={cn(GRID, "min-h-7 border-line border-b text-small hover:bg-s2")}>
      <span className="text-tx3">{rank + 1}</span>
      <Link
        href={href as never}
        prefetch={false}
        title={label}
        className="flex min-h-7 min-w-0 items-center gap-2 text-tx no-underline -outline-offset-2 hover:underline"
      >
        <Swatch kind={kind} />
        <span className="shrink-0 max-sm:hidden">{say(KIND_LABEL[kind])}</span>
        {tool ? <span className="shrink-0 text-tx2">{tool}</span> : null}
        <span className="truncate font-mono text-acc text-code">{label}</span>
      </Link>
      <span aria-hidden className="h-2 bg-s3 max-md:hidden">
        <span
          className="data-fill block h-full"
          style={{ width: `${(tokens / most) * 100}%`, background: kindColor(kind) }}
        />
      </span>
      <span className="text-right font-semibold">{formatTokens(tokens)}</span>
      <span className="text-right text-tx2 max-md:hidden">#{first + 1}</span>
      <span className="text-right text-tx2 max-md:hidden">×{formatTokens(last - first + 1)}</span>
      <span className="text-right">{figureIn(say, formatMoney(cost))}</span>
      <span className="flex items-center gap-2 max-md:col-span-2 max-md:col-start-2 max-md:pb-1">
        {waste ? (
          <>
            <Chip tone={waste.kind === "same-text" ? "dashed" : "neutral"}>
              {compositionWords.wasteChip(waste.kind, waste.by, say)}
            </Chip>
            {figureIn(say, formatMoney(waste.cost))}
          </>
        ) : (
          <span className="text-tx3 max-md:hidden">{NOT_APPLICABLE_TEXT}</span>
        )}
      </span>
    </li>
  );
}
