"use client";
import { AdviceLink } from "@/components/session/advice-link";
import { Button } from "@/components/ui/button";
import { Slider } from "@/components/ui/slider";
import { useSay } from "@/components/words/words-provider";
import type { ReplayView } from "@/lib/view-models/replay/replay-view";
import { formatMoney } from "@/lib/wording/number-format";
import { ReplayCharts } from "./replay-charts";
import { ReplayTable } from "./replay-table";
import type { ReplayState, SetReplayState } from "./use-replay-state";

type Props = {
  id: string;
  view: ReplayView;
  /** The labels in English, for exported files. */
  exported: () => ReplayView;
  reserveFrom: number | null;
  selected: number;
  state: ReplayState;
  setState: SetReplayState;
};

/** A finished replay: its verdict, the price of a lost fact, table and charts. */
export function ReplayOutcome({ id, view, state, setState, ...charts }: Props) {
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-line2 border-b bg-s1 px-4 py-2.5 max-sm:px-3">
        <Verdict id={id} verdict={view.verdict} />
        <FetchPrice value={state.fetch} own={view.ownFetch} onChange={(fetch) => void setState({ fetch })} />
      </div>
      <ReplayTable view={view} />
      <ReplayCharts view={view} name={id} {...{ state, setState }} {...charts} />
    </>
  );
}

function Verdict({ id, verdict }: { id: string; verdict: ReplayView["verdict"] }) {
  if (verdict === null) return null;
  return (
    <div role="status" className="min-w-0 flex-1 basis-96">
      <p className="font-semibold">{verdict.text}</p>
      <p className="text-small text-tx2">
        {verdict.detail} <AdviceLink id={id} />
      </p>
    </div>
  );
}

/** Highest settable price in US dollars: about what an expensive model charges to read a long prompt once. */
const MOST = 1;
const STEP = 0.01;

type PriceProps = {
  /** US dollars; null uses the session's own price. */
  value: number | null;
  /** The cost of a fetch in this session, and where it comes from. */
  own: { readonly price: number; readonly note: string } | null;
  onChange: (value: number | null) => void;
};

/** Sets the cost of fetching one lost fact: from the log, as modelled, or chosen by the reader. */
function FetchPrice({ value, own, onChange }: PriceProps) {
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
