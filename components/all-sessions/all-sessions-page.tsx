"use client";
import type { Route } from "next";
import Link from "next/link";
import type { ReactNode } from "react";
import { tabLink } from "@/components/ui/tabs";
import { useSay } from "@/components/words/words-provider";
import { sentence } from "@/lib/wording/say";

const PARTS = {
  change: { href: "/all-sessions", name: sentence("What to change") },
  spend: { href: "/all-sessions/spend", name: sentence("Who spent it") },
  help: { href: "/all-sessions/help", name: sentence("Did it help?") },
  strategies: { href: "/all-sessions/strategies", name: sentence("Strategies on my sessions") },
} as const;

type Props = {
  part: keyof typeof PARTS;
  /** Number of imported sessions, without the built-in examples. */
  sessions: number;
  children: ReactNode;
};

/** One page over the person's own sessions; its parts have their own addresses. */
export function AllSessionsPage({ part, sessions, children }: Props) {
  const say = useSay();
  return (
    <main id="main" className="flex min-w-0 flex-col">
      <header className="px-4 pt-3 max-sm:px-3">
        <h1 className="font-semibold text-title">{say("All sessions")}</h1>
        <p className="text-small text-tx2">
          {say(
            "{sessions, plural, one {# session} other {# sessions}} of your own. The built-in examples are not counted.",
            { sessions },
          )}
        </p>
      </header>
      <nav
        aria-label={say("Parts of this page")}
        className="flex min-w-0 shrink-0 gap-5 overflow-x-auto overflow-y-hidden border-line2 border-b px-4 max-sm:gap-3 max-sm:px-3 max-sm:[&>*]:text-small"
      >
        {Object.entries(PARTS).map(([id, { href, name }]) => (
          <Link
            key={id}
            href={href as Route}
            aria-current={id === part ? "page" : undefined}
            className={tabLink(id === part)}
          >
            {say(name)}
          </Link>
        ))}
      </nav>
      {children}
    </main>
  );
}
