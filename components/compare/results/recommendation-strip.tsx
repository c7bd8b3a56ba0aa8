"use client";
import { AdviceLink } from "@/components/session/advice-link";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { TextInput } from "@/components/ui/text-input";
import { VerdictStrip } from "@/components/ui/verdict-strip";
import { useSay } from "@/components/words/words-provider";
import { lossPriceNote } from "@/lib/view-models/compare/loss-price-note";
import type { OwnLossPrice } from "@/lib/view-models/compare/own-loss-price";
import { GOALS, type Goal, type Recommendation } from "@/lib/view-models/compare/recommendation";
import { recommendationWords } from "@/lib/view-models/compare/recommendation-words";
import { formatPrice } from "@/lib/wording/number-format";

type Wish = { readonly goal: Goal; readonly price: number; readonly horizon: number };
type Props = {
  /** The session's id. */
  id: string;
  recommendation: Recommendation;
  wish: Wish;
  own: OwnLossPrice | null;
  onWish: (change: Partial<Wish>) => void;
};

const SEGMENTS = GOALS.map((goal) => ({ value: goal, label: recommendationWords.goals[goal] }));

/** The strategy to use at this request, for the reader's goal; changing the goal updates it immediately, without a run. */
export function RecommendationStrip({ id, recommendation, wish, own, onWish }: Props) {
  const say = useSay();
  const { chip, sentence, detail, others } = recommendation;
  return (
    <>
      <VerdictStrip chip={chip} sentence={sentence}>
        {detail} <AdviceLink id={id} />
        {others.length === 0 ? null : <span className="block text-tx3">{recommendationWords.others(others, say)}</span>}
      </VerdictStrip>
      <details className="border-line border-b px-4 py-1 text-small text-tx2 max-sm:px-3">
        <summary className="cursor-pointer">
          {say("A lost fact costs {price}; costs cover the next {count, plural, one {request} other {# requests}}", {
            price: formatPrice(wish.price),
            count: wish.horizon,
          })}{" "}
          <span className="text-micro text-tx3">{lossPriceNote(wish.price, own, say)}</span>
        </summary>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2">
          <span className="flex items-center gap-2">
            {say("Goal")}
            <SegmentedControl
              label={say("Goal")}
              value={wish.goal}
              segments={SEGMENTS}
              onValueChange={(goal) => onWish({ goal })}
            />
          </span>
          <LostFactPrice price={wish.price} onPrice={(price) => onWish({ price })} />
          <Figure
            label={say("over the next")}
            unit={say("requests")}
            value={wish.horizon}
            onValue={(horizon) => onWish({ horizon: Math.round(horizon) })}
          />
        </div>
      </details>
    </>
  );
}

type PriceProps = { price: number; onPrice: (price: number) => void };

/** Labelled as in Replay and Advice, with the same default. */
function LostFactPrice({ price, onPrice }: PriceProps) {
  const say = useSay();
  return (
    <Figure
      label={say("Price of a lost fact")}
      name={say("Price of a lost fact in US dollars")}
      before="$"
      value={Number(price.toFixed(4))}
      onValue={onPrice}
    />
  );
}

type FigureProps = {
  label: string;
  /** Accessible name, if it differs from label and unit. */
  name?: string;
  /** Prefix of the number, such as a currency. */
  before?: string;
  unit?: string;
  value: number;
  onValue: (value: number) => void;
};

/** A number field that takes effect on blur or Enter and reverts invalid input. */
function Figure({ label, unit = "", name = `${label} ${unit}`.trim(), before = "", value, onValue }: FigureProps) {
  const set = (input: HTMLInputElement) => {
    const next = Number(input.value);
    if (input.value.trim() !== "" && Number.isFinite(next) && next >= 0) onValue(next);
    else input.value = String(value);
  };
  return (
    <span className="flex items-center gap-2">
      <span aria-hidden>{label}</span>
      {before === "" ? null : <span aria-hidden>{before}</span>}
      <TextInput
        key={value}
        aria-label={name}
        inputMode="decimal"
        defaultValue={String(value)}
        onBlur={(event) => set(event.currentTarget)}
        onKeyDown={(event) => event.key === "Enter" && set(event.currentTarget)}
        className="w-16"
      />
      {unit === "" ? null : <span aria-hidden>{unit}</span>}
    </span>
  );
}
