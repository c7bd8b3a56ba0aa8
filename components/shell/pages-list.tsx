"use client";
import type { Route } from "next";
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
import { sentence } from "@/lib/view-models/wording/say";
import { PAGES } from "./page-links";

/** Pages that the bar has no room for. */
const OTHERS: readonly { href: Route; label: string }[] = [
  { href: "/imports", label: sentence("Imports") },
  { href: "/api-docs" as Route, label: "API" },
  { href: "/metrics" as Route, label: sentence("Metrics") },
  { href: "/settings" as Route, label: sentence("Settings") },
];

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
        {OTHERS.map(draw)}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
