"use client";
import { Button } from "@/components/ui/button";
import { Slider } from "@/components/ui/slider";
import { formatMoney } from "@/lib/view-models/number-format";

/**
 * The highest price that can be set, in US dollars: about what an expensive model charges to read a long prompt once.
 */
const MOST = 1;
const STEP = 0.01;

type Props = {
  /** US dollars; null uses the modelled price. */
  value: number | null;
  modelled: number | null;
  onChange: (value: number | null) => void;
};

/** Sets what fetching one lost fact costs: modelled from the prompt of that request, or as the reader chooses. */
export function FetchPrice({ value, modelled, onChange }: Props) {
  if (modelled === null) return null;
  const label = "Price of one fetch of what was lost";
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-small text-tx2">
      <span id="fetch-price">{label}</span>
      <Slider
        label={label}
        value={Math.min(MOST, value ?? modelled)}
        min={0}
        max={MOST}
        step={STEP}
        defaultMark={Math.min(MOST, modelled)}
        onValueChange={onChange}
      />
      <span className="min-w-14 text-tx tabular-nums">
        {formatMoney(value ?? modelled, { isEstimate: value === null })}
      </span>
      {value === null ? (
        <span className="text-micro text-tx3">modelled: one call that reads the prompt, and the result</span>
      ) : (
        <Button size="sm" onClick={() => onChange(null)}>
          As modelled
        </Button>
      )}
    </div>
  );
}
