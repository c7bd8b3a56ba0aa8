"use client";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Slider } from "@/components/ui/slider";
import { useSay } from "@/components/words/words-provider";
import type { AdviceView } from "@/lib/view-models/advice/advice-view";
import { formatPrice } from "@/lib/wording/number-format";

type Props = { view: AdviceView; onPrice: (price: number | null) => void };

/** Sets what a lost fact costs, and shows in which ranges of that price the advice stays the same. */
export function LostFactPrice({ view, onPrice }: Props) {
  const say = useSay();
  return (
    <section aria-label={say("Price of a lost fact")} className="border-line2 border-b px-4 py-3 max-sm:px-3">
      <div className="flex items-center justify-between">
        <h2 className="font-semibold text-small">{say("Price of a lost fact")}</h2>
        <span className="font-semibold tabular-nums">{formatPrice(view.price)}</span>
      </div>
      <Slider
        label={say("Price of a lost fact in US dollars")}
        value={nearest(view.steps, view.price)}
        min={0}
        max={view.steps.length - 1}
        step={1}
        defaultMark={nearest(view.steps, view.ownPrice)}
        valueText={formatPrice(view.price)}
        onValueChange={(step) => onPrice(view.steps[step] === view.ownPrice ? null : (view.steps[step] ?? null))}
        className="w-full"
      />
      <p className="flex items-center justify-between gap-3 text-micro text-tx3">
        <span>{view.priceNote}</span>
        {view.price === view.ownPrice ? null : (
          <Button size="sm" onClick={() => onPrice(null)}>
            {say("Back to {price}", { price: formatPrice(view.ownPrice) })}
          </Button>
        )}
      </p>
      {view.ranges.length === 0 ? null : (
        <ol className="mt-2 grid gap-0.5 text-small">
          {view.ranges.map(({ from, label, isNow }) => (
            <li key={from} className={cn("flex justify-between gap-3", isNow ? "font-medium text-tx" : "text-tx2")}>
              <span className="tabular-nums">{say("from {price}", { price: formatPrice(from) })}</span>
              <span className="min-w-0 truncate">{label}</span>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

/** The index of the step that is nearest to a price: a price from a link may lie between two steps. */
const nearest = (steps: readonly number[], price: number): number =>
  steps.reduce(
    (best, step, index) => (Math.abs(step - price) < Math.abs((steps[best] ?? 0) - price) ? index : best),
    0,
  );
