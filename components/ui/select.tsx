"use client";
import { ChevronDown } from "lucide-react";
import { cn } from "./cn";
import { LazyMenu } from "./lazy-menu";
import type { SelectMenuProps } from "./select-menu";
import { usePreload } from "./use-preload";

type Props = SelectMenuProps & { label: string; placeholder?: string; id?: string; className?: string };

const load = () => import("./select-menu").then((module) => module.SelectMenu);
const LOADED_LATER = [load];

/** Chooses one of many values by name. For two to four short choices use SegmentedControl. */
export function Select({ label, placeholder, id, className, ...menu }: Props) {
  usePreload(LOADED_LATER);
  const chosen = menu.options.find(({ value }) => value === menu.value);
  return (
    <LazyMenu
      kind="listbox"
      load={load}
      menu={menu}
      trigger={
        <button
          type="button"
          aria-label={label}
          id={id}
          disabled={menu.disabled}
          className={cn(
            "touch-target inline-flex h-7 min-w-0 items-center justify-between gap-1.5 rounded-control border border-ctl bg-bg px-2 text-small text-tx hover:bg-s2 disabled:border-line disabled:text-tx3",
            className,
          )}
        >
          <span className="truncate">{chosen?.label ?? placeholder}</span>
          <ChevronDown aria-hidden className="size-3.5 shrink-0 stroke-[1.75] text-tx3" />
        </button>
      }
    />
  );
}
