"use client";
import { Button } from "@/components/ui/button";
import { Slider } from "@/components/ui/slider";
import { useSay } from "@/components/words/words-provider";
import { formatMoney } from "@/lib/wording/number-format";

/**
 * The highest price that can be set, in US dollars: about what an expensive model charges to read a long prompt once.
 */
const MOST = 1;
const STEP = 0.01;

type Props = {
  /** US dollars; null uses the session's own price. */
  value: number | null;
  /** What a fetch costs in this session, and where that is from. */
  own: { readonly price: number; readonly note: string } | null;
  onChange: (value: number | null) => void;
};

/** Sets what fetching one lost fact costs: as the log or the model of it says, or as the reader chooses. */
export function FetchPrice({ value, own, onChange }: Props) {
  const say = useSay();
  if (own === null) return null;
  const label = say("Price of a lost fact");
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-small text-tx2">
      <span id="fetch-price">{label}</span>
      <Slider
        label={label}
        value={Math.min(MOST, value ?? own.price)}
        min={0}
        max={MOST}
        step={STEP}
        defaultMark={Math.min(MOST, own.price)}
        onValueChange={onChange}
      />
      <span className="min-w-14 text-tx tabular-nums">
        {formatMoney(value ?? own.price, { isEstimate: value === null })}
      </span>
      {value === null ? (
        <span className="text-micro text-tx3">{own.note}</span>
      ) : (
        <Button size="sm" onClick={() => onChange(null)}>
          {say("Back to {price}", { price: formatMoney(own.price, { isEstimate: true }) })}
        </Button>
      )}
    </div>
  );
}
