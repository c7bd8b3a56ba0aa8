"use client";
import type { Route } from "next";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { cn } from "@/components/ui/cn";
import { useSay } from "@/components/words/words-provider";
import { sentence } from "@/lib/view-models/wording/say";

export const PAGES: readonly { href: Route; label: string }[] = [
  { href: "/", label: sentence("Library") },
  { href: "/tokens" as Route, label: sentence("Tokens") },
  { href: "/models" as Route, label: sentence("Models") },
  { href: "/corpus" as Route, label: sentence("Corpus") },
  { href: "/advice" as Route, label: sentence("Advice") },
  { href: "/advice/two-arms" as Route, label: sentence("Two arms") },
];

/** The page of the bar that an address belongs to: the longest that it begins with. Sessions belong to the library. */
export const pageOf = (path: string): (typeof PAGES)[number] | undefined =>
  [...PAGES]
    .sort((one, other) => other.href.length - one.href.length)
    .find(({ href }) => (href === "/" ? path === "/" : path.startsWith(href)));

/** Links to the pages in the top bar. The pages of a session belong to the library. */
export function PageLinks() {
  const say = useSay();
  const path = usePathname();
  const current = pageOf(path)?.href;
  return PAGES.map(({ href, label }) => (
    <Link
      key={href}
      href={href}
      aria-current={href === current ? "page" : undefined}
      className={cn(
        "whitespace-nowrap text-base no-underline hover:text-tx",
        href === current ? "font-medium text-tx" : "text-tx2",
      )}
    >
      {say.known(label)}
    </Link>
  ));
}
