"use client";
import type { ReactElement } from "react";
import {
  DropdownMenu,
  DropdownMenuCheckboxItem,
  DropdownMenuContent,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { useSay } from "@/components/words/words-provider";
import type { LibraryFlag } from "@/lib/api/library-keys";
import { FLAG_LABEL } from "@/lib/view-models/library/kept-searches";

type Props = {
  trigger: ReactElement;
  flags: readonly LibraryFlag[];
  chosen: readonly LibraryFlag[];
  onFlag: (flag: LibraryFlag) => void;
};

/** The menu of session flags; any number of them may be chosen. */
export function FlagChoices({ trigger, flags, chosen, onFlag }: Props) {
  const say = useSay();
  return (
    <DropdownMenu defaultOpen>
      <DropdownMenuTrigger asChild>{trigger}</DropdownMenuTrigger>
      <DropdownMenuContent align="start">
        {flags.map((flag) => (
          <DropdownMenuCheckboxItem key={flag} checked={chosen.includes(flag)} onCheckedChange={() => onFlag(flag)}>
            {say(FLAG_LABEL[flag])}
          </DropdownMenuCheckboxItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
