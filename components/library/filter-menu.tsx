"use client";
import { ChevronDown, X } from "lucide-react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { LazyMenu } from "@/components/ui/lazy-menu";
import { useSay } from "@/components/words/words-provider";
import type { FilterChoice } from "./filter-choices";

type Props = {
  label: string;
  value: string | null;
  choices: readonly FilterChoice[];
  onValueChange: (value: string | null) => void;
};

const load = () => import("./filter-choices").then((module) => module.FilterChoices);

/** Filters by one value of a column, or shows all values. */
export function FilterMenu({ label, ...menu }: Props) {
  const say = useSay();
  const { value, choices } = menu;
  const chosen =
    value === null ? undefined : (choices.find((choice) => choice.value === value) ?? { label: value || say("none") });
  if (choices.length === 0 && !chosen) return null;
  return (
    <LazyMenu
      load={load}
      menu={menu}
      trigger={
        <Button className={cn("max-w-60 max-sm:hidden", chosen && "border-accbd bg-accbg")}>
          <span className="truncate">{chosen ? `${label}: ${chosen.label}` : label}</span>
          {chosen ? <X aria-hidden className="size-3" /> : <ChevronDown aria-hidden />}
        </Button>
      }
    />
  );
}
