"use client";
import type { Route } from "next";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { cn } from "@/components/ui/cn";
import { useSay } from "@/components/words/words-provider";
import { type Sentence, sentence } from "@/lib/wording/say";

export type Page = { readonly href: Route; readonly label: Sentence };

export const PAGES: readonly Page[] = [
  { href: "/", label: sentence("Library") },
  { href: "/all-sessions" as Route, label: sentence("All sessions") },
];

/** Placed after the reference menu in the bar. */
export const API_PAGE: Page = { href: "/api-docs" as Route, label: sentence("API") };

/** Reference pages: one menu in the bar. */
export const REFERENCE_PAGES: readonly Page[] = [
  { href: "/tokens" as Route, label: sentence("Tokens") },
  { href: "/models" as Route, label: sentence("Models") },
  { href: "/strategies" as Route, label: sentence("Strategies") },
  { href: "/metrics" as Route, label: sentence("Metrics") },
  { href: "/how-it-works" as Route, label: sentence("How it works") },
  { href: "/examples" as Route, label: sentence("Examples") },
];

/** Pages without room in the bar. */
export const OTHER_PAGES: readonly Page[] = [
  { href: "/record" as Route, label: sentence("Record") },
  { href: "/imports", label: sentence("Imports") },
  { href: "/settings" as Route, label: sentence("Settings") },
];

/** The page at an address: the one with the longest matching prefix. Session pages belong to none. */
export const pageOf = (path: string): Page | undefined =>
  [...PAGES, ...REFERENCE_PAGES, API_PAGE, ...OTHER_PAGES]
    .sort((one, other) => other.href.length - one.href.length)
    .find(({ href }) => path === href || path.startsWith(`${href}/`));

/** Links to pages in the top bar. A session's pages belong to the library. */
export function PageLinks({ pages }: { pages: readonly Page[] }) {
  const say = useSay();
  const path = usePathname();
  const current = pageOf(path)?.href;
  return pages.map(({ href, label }) => (
    <Link
      key={href}
      href={href}
      aria-current={href === current ? "page" : undefined}
      className={cn(
        "whitespace-nowrap text-base no-underline hover:text-tx",
        href === current ? "font-medium text-tx" : "text-tx2",
      )}
    >
      {say(label)}
    </Link>
  ));
}
