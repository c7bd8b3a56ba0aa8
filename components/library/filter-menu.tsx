"use client";
import { ChevronDown, X } from "lucide-react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
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
  label: string;
  value: string | null;
  choices: readonly FilterChoice[];
  onValueChange: (value: string | null) => void;
};

/** The menu's value for "all"; an empty string may be one of the values. */
const ALL = "all";
const keyOf = (value: string) => `=${value}`;

/** Filters by one value of a column, or shows all values. */
export function FilterMenu({ label, value, choices, onValueChange }: Props) {
  const say = useSay();
  const chosen =
    value === null ? undefined : (choices.find((choice) => choice.value === value) ?? { label: value || say("none") });
  if (choices.length === 0 && !chosen) return null;
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button className={cn("max-w-60 max-sm:hidden", chosen && "border-accbd bg-accbg")}>
          <span className="truncate">{chosen ? `${label}: ${chosen.label}` : label}</span>
          {chosen ? <X aria-hidden className="size-3" /> : <ChevronDown aria-hidden />}
        </Button>
      </DropdownMenuTrigger>
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
