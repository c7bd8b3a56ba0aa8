"use client";
import { Fragment, memo, type ReactNode } from "react";
import type { RequestRange } from "@/components/charts/column-layout";
import { BreakLetter } from "@/components/ui/break-letter";
import { cn } from "@/components/ui/cn";
import { useSay } from "@/components/words/words-provider";
import type { BreakCard } from "@/lib/read-models/break-cards";
import { breakNote } from "@/lib/read-models/words/break-note";
import { figureIn, formatMoney, formatTokens } from "@/lib/wording/number-format";
import { sentence } from "@/lib/wording/say";
import { useScrolledTo } from "./use-scrolled-to";

const NONE = {
  held: sentence("No cache breaks: every prefix held."),
  unread: sentence("Nothing was read from the cache, so there was nothing to break."),
  simulated: sentence("No simulated break: under these rules every prefix would have held."),
  untold: sentence(
    "The log shows what was read from the cache but not what was written, so breaks cannot be recognised.",
  ),
} as const;

type Props = {
  breaks: readonly BreakCard[];
  /** What an empty list means. */
  found: keyof typeof NONE;
  selected: number;
  onSelect: (position: number) => void;
  /** The selected break's explanation under its row, if there is no room next to the list; otherwise null. */
  below: ReactNode;
  /** The timeline's zoom: breaks outside it are greyed; sums still cover all. */
  range: RequestRange | null;
};

const GRID = "grid grid-cols-[20px_40px_72px_60px_minmax(0,1fr)] items-center gap-x-2 px-4 text-small";

/**
 * Lists every break of the agent: letter, request, tokens, money, change. Selecting one explains it next to the list,
 * or under its row.
 */
export function BreakList({ breaks, found, selected, onSelect, below, range }: Props) {
  const say = useSay();
  const list = useScrolledTo(breaks.findIndex(({ at }) => at === selected));
  const tokens = breaks.reduce((sum, card) => sum + card.lost_tokens, 0);
  const priced = breaks.flatMap(({ lost_cost }) => lost_cost ?? []);
  const money = priced.length === 0 ? null : priced.reduce((sum, { amount }) => sum + amount, 0);
  const isFloor = breaks.some(isMinimum);
  if (breaks.length === 0) return <p className="px-4 py-3 text-small text-tx2">{say(NONE[found])}</p>;
  return (
    <section aria-label={say("Cache breaks")}>
      <div className={cn(GRID, "h-8 border-line2 border-b text-micro text-tx3")} aria-hidden>
        <span />
        <span className="text-right">#</span>
        <span className="text-right">{say("tokens")}</span>
        <span className="text-right">{say("money")}</span>
        <span className="pl-1">{say("what changed")}</span>
      </div>
      <div ref={list} className={cn("relative", below === null && "max-h-72 overflow-y-auto")}>
        {breaks.map((card) => (
          <Fragment key={card.at}>
            <Row
              card={card}
              isSelected={card.at === selected}
              isOutside={range !== null && (card.at < range.from || card.at > range.to)}
              onSelect={onSelect}
            />
            {card.at === selected && below !== null ? <div className="border-line border-b">{below}</div> : null}
          </Fragment>
        ))}
      </div>
      <div className={cn(GRID, "tabular h-8 border-line2 border-t")}>
        <span className="col-span-2 whitespace-nowrap text-tx2">
          {say("{count, plural, one {# break} other {# breaks}}", { count: breaks.length })}
        </span>
        <span className="text-right font-semibold">{formatTokens(tokens, { isFloor })}</span>
        <span className="text-right font-semibold">
          {formatMoney(money, { isFloor: isFloor || priced.length < breaks.length })}
        </span>
        {range === null ? null : <span className="pl-1 text-micro text-tx3">{say("grey: outside the zoom")}</span>}
      </div>
    </section>
  );
}

/** True if the log has no cache writes and the break may have lost more. */
const isMinimum = ({ lost_tokens, most_lost }: BreakCard): boolean => (most_lost?.tokens ?? 0) > lost_tokens;

type RowProps = { card: BreakCard; isSelected: boolean; isOutside: boolean; onSelect: (position: number) => void };

/** Memoised: selecting another request changes two rows of possibly hundreds. */
const Row = memo(function Row({ card, isSelected, isOutside, onSelect }: RowProps) {
  const say = useSay();
  const mark = { isFloor: isMinimum(card) };
  return (
    <button
      type="button"
      aria-current={isSelected ? "true" : undefined}
      onClick={() => onSelect(card.at)}
      className={cn(
        GRID,
        "min-h-7 w-full border-line border-b text-left -outline-offset-2 hover:bg-s2",
        isSelected && "bg-accbg shadow-[inset_2px_0_0_var(--acc)] hover:bg-accbg",
        isOutside && "[&>span:nth-child(n+2)]:text-tx3",
      )}
    >
      <BreakLetter letter={card.letter} isExpected={card.is_expected} />
      <span className="tabular text-right text-tx2">
        <span className="sr-only">{say("request")} </span>
        {card.at + 1}
      </span>
      <span className="tabular text-right">{formatTokens(card.lost_tokens, mark)}</span>
      <span className="tabular text-right font-medium">
        {figureIn(say, formatMoney(card.lost_cost?.amount ?? null, mark))}
      </span>
      <span className="line-clamp-2 py-1 pl-1 text-tx2" title={breakNote(card.note, say)}>
        {breakNote(card.note, say)}
      </span>
    </button>
  );
});
