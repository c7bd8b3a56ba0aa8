"use client";
import { Button } from "@/components/ui/button";
import { Slider } from "@/components/ui/slider";
import { useSay } from "@/components/words/words-provider";
import type { AdviceView } from "@/lib/view-models/advice/advice-view";

type Props = { view: AdviceView; onBound: (most: number | null) => void };

/** The last step of the slider, as a multiple of the usual bound. */
const MAX_TIMES = 4;
const STEPS = 40;

/** Sets how much a policy may forget, and says what that means: whatever is surely cheaper beyond it is not advised. */
export function LostFactBound({ view, onBound }: Props) {
  const say = useSay();
  const { most, usual, logged } = view.bound;
  const size = (usual * MAX_TIMES) / STEPS;
  const usualStep = Math.round(usual / size);
  const rate = (value: number) => value.toFixed(1);
  return (
    <section aria-label={say("Lost facts that are allowed")} className="border-line2 border-b px-4 py-3 max-sm:px-3">
      <div className="flex items-center justify-between">
        <h2 className="font-semibold text-small">{say("Lost facts that are allowed")}</h2>
        <span className="font-semibold tabular-nums">{say("{most} per 100 requests", { most: rate(most) })}</span>
      </div>
      <Slider
        label={say("Most lost facts per 100 requests")}
        value={Math.min(STEPS, Math.round(most / size))}
        min={0}
        max={STEPS}
        step={1}
        defaultMark={usualStep}
        valueText={rate(most)}
        onValueChange={(step) => onBound(step === usualStep ? null : Math.round(step * size * 10) / 10)}
        className="w-full"
      />
      <p className="flex items-center justify-between gap-3 text-micro text-tx3">
        <span>
          {say(
            "This log lost {logged}. With {most}, the agent writes up to {most} facts in 100 requests that its prompt no longer holds.",
            { logged: rate(logged), most: rate(most) },
          )}
        </span>
        {most === usual ? null : (
          <Button size="sm" onClick={() => onBound(null)}>
            {say("Back to {price}", { price: rate(usual) })}
          </Button>
        )}
      </p>
    </section>
  );
}
