"use client";
import { Select } from "@/components/ui/select";
import { useSay } from "@/components/words/words-provider";
import { choiceName } from "@/lib/view-models/compare/strategy-choice";
import type { Chosen } from "../shared/compare-types";

/** Switches strategies on screens below 720 px, which show one at a time. */
export function ColumnSwitch({
  chosen,
  column,
  onColumn,
}: {
  chosen: readonly Chosen[];
  column: number;
  onColumn: (column: number) => void;
}) {
  const say = useSay();
  return (
    <div className="flex items-center gap-2 border-line border-b px-3 py-2 sm:hidden">
      <span className="text-small text-tx2">{say("Strategy")}</span>
      <Select
        label={say("Strategy shown")}
        value={String(column)}
        onValueChange={(value) => onColumn(Number(value))}
        options={chosen.map(({ choice }, index) => ({
          value: String(index),
          label: say("{id}, {index} of {count}", {
            id: choiceName(choice.id, say),
            index: index + 1,
            count: chosen.length,
          }),
        }))}
      />
    </div>
  );
}
