"use client";
import { Select } from "@/components/ui/select";
import type { Chosen } from "../shared/compare-types";

/** Chooses which strategy is shown on screens below 720 px, which show one at a time. */
export function ColumnSwitch({
  chosen,
  column,
  onColumn,
}: {
  chosen: readonly Chosen[];
  column: number;
  onColumn: (column: number) => void;
}) {
  return (
    <div className="flex items-center gap-2 border-line border-b px-3 py-2 sm:hidden">
      <span className="text-small text-tx2">Strategy</span>
      <Select
        label="Strategy shown"
        value={String(column)}
        onValueChange={(value) => onColumn(Number(value))}
        options={chosen.map(({ choice }, index) => ({
          value: String(index),
          label: `${choice.id}, ${index + 1} of ${chosen.length}`,
        }))}
      />
    </div>
  );
}
