import Link from "next/link";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { useSay } from "@/components/words/words-provider";

type Props = {
  /** What the page does with sessions, and what to do while there are none. */
  children: ReactNode;
  /** What the built-in example offers instead. */
  instead?: ReactNode;
};

/** Shown on a page over sessions while the library only has the built-in example. */
export function NoOwnSessions({ children, instead }: Props) {
  const say = useSay();
  return (
    <EmptyState
      title={say("No sessions of your own yet")}
      actions={
        <>
          <Button asChild variant="primary">
            <Link href="/">{say("Go to Library")}</Link>
          </Button>
          {instead}
        </>
      }
    >
      {children}
    </EmptyState>
  );
}
