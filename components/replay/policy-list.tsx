"use client";
import type { ReactElement } from "react";
import { FAMILIES } from "@/components/compare/shared/compare-types";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { useSay } from "@/components/words/words-provider";
import type { StrategyAnswer } from "@/lib/api/schemas/strategy";
import { choiceName } from "@/lib/view-models/compare/strategy-choice";
import type { PolicyChoice } from "@/lib/view-models/replay/replay-choice";

type Props = {
  trigger: ReactElement;
  strategies: readonly StrategyAnswer[];
  choices: readonly PolicyChoice[];
  onAdd: (id: string) => void;
};

/** Offers only strategies that need no model, because otherwise each run of one would cost a call. */
export function PolicyList({ trigger, strategies, choices, onAdd }: Props) {
  const say = useSay();
  const open = strategies.filter((info) => !info.needs_model && choices.every((choice) => choice.id !== info.id));
  return (
    <DropdownMenu defaultOpen>
      <DropdownMenuTrigger asChild>{trigger}</DropdownMenuTrigger>
      <DropdownMenuContent align="start">
        {FAMILIES.map((family) => {
          const members = open.filter((info) => info.family === family.id);
          if (members.length === 0) return null;
          return (
            <div key={family.id}>
              <DropdownMenuLabel>{say(family.title)}</DropdownMenuLabel>
              {members.map((info) => (
                <DropdownMenuItem key={info.id} onSelect={() => onAdd(info.id)}>
                  {choiceName(info.id, say)}
                </DropdownMenuItem>
              ))}
            </div>
          );
        })}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
