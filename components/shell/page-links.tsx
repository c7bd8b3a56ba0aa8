"use client";
import type { Route } from "next";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { cn } from "@/components/ui/cn";

const PAGES: readonly { href: Route; label: string }[] = [
  { href: "/", label: "Library" },
  { href: "/tokens" as Route, label: "Tokens" },
  { href: "/models" as Route, label: "Models" },
  { href: "/corpus" as Route, label: "Corpus" },
  { href: "/advice" as Route, label: "Advice" },
];

/** Links to the pages in the top bar. The pages of a session belong to the library. */
export function PageLinks() {
  const path = usePathname();
  const isCurrent = (href: string) => (href === "/" ? path === "/" : path.startsWith(href));
  return PAGES.map(({ href, label }) => (
    <Link
      key={href}
      href={href}
      aria-current={isCurrent(href) ? "page" : undefined}
      className={cn(
        "text-base no-underline hover:text-tx max-sm:text-small",
        isCurrent(href) ? "font-medium text-tx" : "text-tx2",
      )}
    >
      {label}
    </Link>
  ));
}
