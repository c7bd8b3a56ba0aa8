"use client";
import { ArrowLeftRight } from "lucide-react";
import { memo } from "react";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { Select } from "@/components/ui/select";
import { useSay } from "@/components/words/words-provider";
import type { DiffPair } from "@/lib/view-models/compare/strategy-diff";
import type { Chosen } from "../shared/compare-types";
import { ChangeSteps } from "../side-by-side/change-steps";

type Props = {
  chosen: readonly Chosen[];
  pair: DiffPair;
  onPair: (pair: DiffPair | null) => void;
  view: "all" | "changes";
  onView: (view: "all" | "changes") => void;
  onGo: (step: 1 | -1) => void;
};

/** Chooses the two strategies and which rows are shown, and steps from difference to difference. */
export const StrategyDiffHead = memo(function StrategyDiffHead({
  chosen,
  pair: [a, b],
  onPair,
  view,
  onView,
  onGo,
}: Props) {
  const say = useSay();
  const options = chosen.map(({ choice }) => ({ value: String(choice.slot), label: choice.id }));
  /** Sets the strategy of one side; choosing the strategy of the other side swaps the two. */
  const choose = (side: 0 | 1, slot: number) =>
    onPair(side === 0 ? [slot, slot === b ? a : b] : [slot === a ? b : a, slot]);
  return (
    <div className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-2 px-4 py-2 max-sm:px-3">
      <h2 className="font-semibold text-small">{say("Two strategies")}</h2>
      <Select
        label={say("Strategy A")}
        value={String(a)}
        onValueChange={(slot) => choose(0, Number(slot))}
        options={options}
      />
      <IconButton label={say("Swap A and B")} onClick={() => onPair([b, a])}>
        <ArrowLeftRight />
      </IconButton>
      <Select
        label={say("Strategy B")}
        value={String(b)}
        onValueChange={(slot) => choose(1, Number(slot))}
        options={options}
      />
      <Button size="sm" onClick={() => onPair(null)}>
        {say("Side by side")}
      </Button>
      <ChangeSteps noun="difference" view={view} onView={onView} onGo={onGo} />
    </div>
  );
});
