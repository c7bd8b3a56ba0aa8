"use client";
import type { Route } from "next";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { said, useSay } from "@/components/words/words-provider";
import { nearestPage } from "@/lib/view-models/nearest-page";

/** Says which address was asked for and offers the page that it most likely meant. */
export function UnknownAddress() {
  const say = useSay();
  const path = usePathname();
  const found = nearestPage(path);
  const page = { ...found, name: say.known(found.name) };
  return (
    <EmptyState
      title={say("There is no such page")}
      actions={
        <>
          <Button asChild variant="primary">
            <Link href={page.href as Route}>{say("Go to {name}", { name: page.name })}</Link>
          </Button>
          {page.href === "/" ? null : (
            <Button asChild>
              <Link href="/">{say("Go to Library")}</Link>
            </Button>
          )}
        </>
      }
    >
      {said(
        say.parts("Winnow has no page at {code}. The nearest one is {name}.", {
          code: <code className="break-all">{path}</code>,
          name: page.name,
        }),
      )}
    </EmptyState>
  );
}
