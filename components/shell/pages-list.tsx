"use client";
import Link from "next/link";
import type { ReactElement } from "react";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { useSay } from "@/components/words/words-provider";
import { OTHER_PAGES, PAGES } from "./page-links";

type Props = { trigger: ReactElement; current: string | null };

/** All pages as a menu. */
export function PagesList({ trigger, current }: Props) {
  const say = useSay();
  const draw = ({ href, label }: (typeof PAGES)[number]) => (
    <DropdownMenuItem key={href} asChild className="min-h-11 text-base">
      <Link href={href} aria-current={href === current ? "page" : undefined} className="text-tx no-underline">
        <span className={href === current ? "font-semibold" : ""}>{say.known(label)}</span>
      </Link>
    </DropdownMenuItem>
  );
  return (
    <DropdownMenu defaultOpen>
      <DropdownMenuTrigger asChild>{trigger}</DropdownMenuTrigger>
      <DropdownMenuContent align="start" className="min-w-52">
        {PAGES.map(draw)}
        <DropdownMenuSeparator />
        {OTHER_PAGES.map(draw)}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
