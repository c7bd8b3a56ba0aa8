"use client";
import { ChevronDown } from "lucide-react";
import { usePathname } from "next/navigation";
import { cn } from "@/components/ui/cn";
import { LazyMenu } from "@/components/ui/lazy-menu";
import { useSay } from "@/components/words/words-provider";
import { pageOf, REFERENCE_PAGES } from "./page-links";

const load = () => import("./pages-list").then((module) => module.PagesList);
const GROUPS = [REFERENCE_PAGES];

/** The reference pages as one entry of the bar. */
export function ReferenceMenu() {
  const say = useSay();
  const current = pageOf(usePathname())?.href ?? null;
  const isHere = REFERENCE_PAGES.some(({ href }) => href === current);
  return (
    <LazyMenu
      load={load}
      menu={{ current, groups: GROUPS }}
      trigger={
        <button
          type="button"
          className={cn(
            "touch-target inline-flex items-center gap-1 whitespace-nowrap text-base hover:text-tx",
            isHere ? "font-medium text-tx" : "text-tx2",
          )}
        >
          {say("Reference")}
          <ChevronDown aria-hidden className="size-4 stroke-[1.75]" />
        </button>
      }
    />
  );
}
