"use client";
import type { ReactElement } from "react";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { useSay } from "@/components/words/words-provider";

export type FilterChoice = { readonly value: string; readonly label: string; readonly count: number };
type Props = {
  trigger: ReactElement;
  value: string | null;
  choices: readonly FilterChoice[];
  onValueChange: (value: string | null) => void;
};

/** The menu's value for "all"; an empty string may be one of the values. */
const ALL = "all";
const keyOf = (value: string) => `=${value}`;

/** The menu of a filter: all values, or one of them with its number of sessions. */
export function FilterChoices({ trigger, value, choices, onValueChange }: Props) {
  const say = useSay();
  return (
    <DropdownMenu defaultOpen>
      <DropdownMenuTrigger asChild>{trigger}</DropdownMenuTrigger>
      <DropdownMenuContent align="start" className="max-w-120">
        <DropdownMenuRadioGroup
          value={value === null ? ALL : keyOf(value)}
          onValueChange={(next) => onValueChange(next === ALL ? null : next.slice(1))}
        >
          <DropdownMenuRadioItem value={ALL}>{say("All")}</DropdownMenuRadioItem>
          {choices.map((choice) => (
            <DropdownMenuRadioItem key={choice.value} value={keyOf(choice.value)}>
              <span className="truncate">{choice.label}</span>
              <span className="tabular ml-auto pl-4 text-tx3">{choice.count}</span>
            </DropdownMenuRadioItem>
          ))}
        </DropdownMenuRadioGroup>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
