import { useId } from "react";
import { useSay } from "@/components/words/words-provider";
import type { PresetId, StrategyPreset } from "@/lib/view-models/corpus/strategy-presets";

type Props = {
  presets: readonly StrategyPreset[];
  /** null while strategies are chosen individually. */
  chosen: PresetId | null;
  onChoose: (id: PresetId) => void;
};

/** A few presets of strategies, instead of one checkbox per strategy. */
export function PresetChoice({ presets, chosen, onChoose }: Props) {
  const say = useSay();
  const name = useId();
  return (
    <fieldset
      aria-label={say("Strategies to measure")}
      className="grid auto-cols-fr grid-flow-col gap-3 px-4 py-3 max-lg:grid-flow-row max-lg:grid-cols-2 max-sm:px-3"
    >
      {presets.map(({ id, title, note, strategies }) => (
        <label
          key={id}
          className="flex min-w-0 cursor-pointer items-baseline gap-2 rounded-control border border-line2 px-3 py-2 hover:bg-s2 has-checked:border-accbd has-checked:bg-accbg has-focus-visible:outline-2 has-focus-visible:outline-acc"
        >
          <input
            type="radio"
            name={name}
            value={id}
            checked={id === chosen}
            onChange={() => onChoose(id)}
            className="accent-acc translate-y-0.5"
          />
          <span className="min-w-0">
            <span className="font-medium">{title}</span>{" "}
            <span className="tabular text-small text-tx2">{strategies.length}</span>
            <span className="block truncate text-micro text-tx2 max-sm:hidden" title={note}>
              {note}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
