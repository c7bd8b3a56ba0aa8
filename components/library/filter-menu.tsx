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

export type FilterChoice = { readonly value: string; readonly label: string; readonly count: number };
type Props = {
  label: string;
  value: string | null;
  choices: readonly FilterChoice[];
  onValueChange: (value: string | null) => void;
};

/** Filters by one value of a column, or shows all values. */
export function FilterMenu({ label, value, choices, onValueChange }: Props) {
  const chosen = choices.find((choice) => choice.value === value);
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button className={cn("max-sm:hidden", chosen && "border-accbd bg-accbg")}>
          {chosen ? `${label}: ${chosen.label}` : label}
          {chosen ? <X aria-hidden className="size-3" /> : <ChevronDown aria-hidden />}
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="start">
        <DropdownMenuRadioGroup value={value ?? ""} onValueChange={(next) => onValueChange(next === "" ? null : next)}>
          <DropdownMenuRadioItem value="">All</DropdownMenuRadioItem>
          {choices.map((choice) => (
            <DropdownMenuRadioItem key={choice.value} value={choice.value}>
              {choice.label}
              <span className="tabular ml-auto pl-4 text-tx3">{choice.count}</span>
            </DropdownMenuRadioItem>
          ))}
        </DropdownMenuRadioGroup>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
