"use client";
import Link from "next/link";
import { useState } from "react";
import { viewHref } from "@/components/session/session-nav";
import { Chip } from "@/components/ui/chip";
import { cn } from "@/components/ui/cn";
import { KIND_LABEL } from "@/components/ui/content-kinds";
import { MoreRows } from "@/components/ui/more-rows";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { Swatch } from "@/components/ui/swatch";
import { useSay } from "@/components/words/words-provider";
import { compositionWords } from "@/lib/read-models/words/composition";
import type { ShownPart } from "@/lib/view-models/composition/composition-view";
import { formatMoney, formatTokens, NOT_APPLICABLE_TEXT } from "@/lib/wording/number-format";
import { sentence } from "@/lib/wording/say";
import type { Order } from "./use-composition-state";

type Props = {
  place: { readonly id: string; readonly agent: string; readonly position: number };
  parts: readonly ShownPart[];
  selected: string | null;
  onSelect: (part: string) => void;
  order: Order;
  onOrder: (order: Order) => void;
};

const FIRST = 20;
const GRID =
  "tabular grid grid-cols-[24px_minmax(0,1fr)_48px_64px_56px_120px_72px_160px_48px] items-center gap-x-3 px-4 max-md:grid-cols-[24px_minmax(0,1fr)_64px_64px] max-sm:px-3";

const ORDERS = [
  { value: "cost", label: sentence("Carry cost") },
  { value: "tokens", label: sentence("Tokens") },
  { value: "waste", label: sentence("For nothing") },
] as const;

/** The prompt's parts by carrying cost, by tokens, or by needless cost. */
export function CostliestParts({ place, parts, selected, onSelect, order, onOrder }: Props) {
  const say = useSay();
  const [shown, setShown] = useState(FIRST);
  const sorted = parts.toSorted((a, b) => rankBy(order, b) - rankBy(order, a));
  const most = Math.max(...parts.map(({ cost }) => cost ?? 0), 1e-12);
  return (
    <section aria-label={say("Costliest parts")} className="min-w-0 border-line2 border-t">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2 max-sm:px-3">
        <h2 className="font-semibold text-small">{say("Costliest parts")}</h2>
        <span className="text-micro text-tx3">
          {say("by what sending them cost, over all requests that carried them")}
        </span>
        <div className="ml-auto">
          <SegmentedControl label={say("Order the parts by")} value={order} onValueChange={onOrder} segments={ORDERS} />
        </div>
      </div>
      <div aria-hidden className={cn(GRID, "h-6 border-line2 border-b text-micro text-tx3")}>
        <span />
        <span>{say("part")}</span>
        <span className="text-right max-md:hidden">{say("from")}</span>
        <span className="text-right">{say("tokens")}</span>
        <span className="text-right max-md:hidden">{say("carried")}</span>
        <span className="max-md:hidden" />
        <span className="text-right">{say("carry cost")}</span>
        <span className="max-md:hidden">{say("of that, for nothing")}</span>
        <span className="max-md:hidden" />
      </div>
      <ol>
        {sorted.slice(0, shown).map((part, rank) => (
          <Row
            key={part.id}
            {...{ part, rank, place, most }}
            isSelected={part.id === selected}
            onSelect={() => onSelect(part.id)}
          />
        ))}
      </ol>
      <div className="px-4 pb-3 max-sm:px-3">
        <MoreRows shown={shown} held={sorted.length} total={sorted.length} onMore={() => setShown(sorted.length)} />
      </div>
    </section>
  );
}

function rankBy(order: Order, { cost, tokens, waste }: ShownPart): number {
  if (order === "tokens") return tokens;
  const wasted = waste === null ? -1 : (waste.cost ?? tokens / 1e9);
  return order === "waste" ? wasted : (cost ?? tokens / 1e9);
}

type RowProps = {
  part: ShownPart;
  rank: number;
  place: Props["place"];
  most: number;
  isSelected: boolean;
  onSelect: () => void;
};

function Row({ part, rank, place, most, isSelected, onSelect }: RowProps) {
  const say = useSay();
  const { kind, tool, label, first, last, tokens, cost, waste } = part;
  const href = `${viewHref("transcript", place)}&part=${encodeURIComponent(part.id)}`;
  return (
    <li
      className={cn(
        GRID,
        "min-h-7 border-line border-b text-small",
        isSelected && "bg-accbg shadow-[inset_2px_0_0_var(--acc)]",
      )}
    >
      <span className="text-tx3">{rank + 1}</span>
      <button
        type="button"
        aria-pressed={isSelected}
        title={label}
        onClick={onSelect}
        className="flex min-h-7 min-w-0 items-center gap-2 text-left -outline-offset-2 hover:underline"
      >
        <Swatch kind={kind} />
        <span className="shrink-0 max-sm:hidden">{say(KIND_LABEL[kind])}</span>
        {tool ? <span className="shrink-0 text-tx2">{tool}</span> : null}
        <span className="truncate font-mono text-code">{label}</span>
      </button>
      <span className="text-right text-tx2 max-md:hidden">#{first + 1}</span>
      <span className="text-right">{formatTokens(tokens)}</span>
      <span className="text-right text-tx2 max-md:hidden">×{formatTokens(last - first + 1)}</span>
      <span aria-hidden className="h-2 bg-s3 max-md:hidden">
        <span className="data-fill block h-full bg-tx2" style={{ width: `${((cost ?? 0) / most) * 100}%` }} />
      </span>
      <span className="text-right font-semibold">{say.known(formatMoney(cost))}</span>
      <span className="flex items-center gap-2 max-md:col-span-2 max-md:col-start-2 max-md:pb-1">
        {waste ? (
          <>
            <Chip tone={waste.kind === "same-text" ? "dashed" : "neutral"}>
              {compositionWords.wasteChip(waste.kind, waste.by, say)}
            </Chip>
            {say.known(formatMoney(waste.cost))}
          </>
        ) : (
          <span className="text-tx3 max-md:hidden">{NOT_APPLICABLE_TEXT}</span>
        )}
      </span>
      <Link
        href={href as never}
        aria-label={say("Show {label} in the transcript", { label })}
        className="text-right text-acc"
      >
        {say("Show")}
      </Link>
    </li>
  );
}
