"use client";
import type { Route } from "next";
import Link from "next/link";
import { cn } from "@/components/ui/cn";
import { useSay } from "@/components/words/words-provider";
import { sentence } from "@/lib/wording/say";

const PAGES: readonly { href: Route; label: string }[] = [
  { href: "/advice" as Route, label: sentence("Advice") },
  { href: "/advice/two-arms" as Route, label: sentence("Two arms") },
];

/** Links between the advice and the comparison of two groups; they are two pages, so these are links. */
export function AdviceSwitch({ current }: { current: "Advice" | "Two arms" }) {
  const say = useSay();
  return (
    <nav aria-label={say("Advice")} className="inline-flex h-7 shrink-0 rounded-control border border-line2">
      {PAGES.map(({ href, label }) => (
        <Link
          key={href}
          href={href}
          aria-current={label === current ? "page" : undefined}
          className={cn(
            "touch-target inline-flex items-center border-line2 border-r px-2.5 text-small no-underline first:rounded-l-[3px] last:rounded-r-[3px] last:border-r-0 hover:text-tx",
            label === current ? "bg-s3 font-medium text-tx" : "text-tx2",
          )}
        >
          {say.known(label)}
        </Link>
      ))}
    </nav>
  );
}
