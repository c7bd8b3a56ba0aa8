"use client";
import Link from "next/link";
import { Fragment, type ReactElement } from "react";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { useSay } from "@/components/words/words-provider";
import { API_PAGE, OTHER_PAGES, PAGES, type Page, REFERENCE_PAGES } from "./page-links";

type Props = { trigger: ReactElement; current: string | null; groups?: readonly (readonly Page[])[] };

const ALL = [PAGES, REFERENCE_PAGES, [API_PAGE, ...OTHER_PAGES]];

/** A menu of pages: all pages, unless a list is given. */
export function PagesList({ trigger, current, groups = ALL }: Props) {
  const say = useSay();
  const draw = ({ href, label }: Page) => (
    <DropdownMenuItem key={href} asChild className="min-h-11 text-base">
      <Link href={href} aria-current={href === current ? "page" : undefined} className="text-tx no-underline">
        <span className={href === current ? "font-semibold" : ""}>{say(label)}</span>
      </Link>
    </DropdownMenuItem>
  );
  return (
    <DropdownMenu defaultOpen>
      <DropdownMenuTrigger asChild>{trigger}</DropdownMenuTrigger>
      {/* Shows all pages if there is room, because a cut-off list does not show that it continues. */}
      <DropdownMenuContent align="start" className="max-h-(--radix-dropdown-menu-content-available-height) min-w-52">
        {groups.map((pages, at) => (
          <Fragment key={pages[0]?.href}>
            {at === 0 ? null : <DropdownMenuSeparator />}
            {pages.map(draw)}
          </Fragment>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
