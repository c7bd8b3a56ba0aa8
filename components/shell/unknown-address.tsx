"use client";
import type { Route } from "next";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { said, useSay } from "@/components/words/words-provider";
import { nearestPage } from "@/lib/view-models/shell/nearest-page";

/** The requested address, with links to the page it most likely meant, if one is close, and to the library. */
export function UnknownAddress() {
  const say = useSay();
  const path = usePathname();
  const found = nearestPage(path);
  const name = found && say(found.name);
  const code = <code className="break-all">{path}</code>;
  return (
    <EmptyState
      title={say("There is no such page")}
      actions={
        <>
          {found && name && found.href !== "/" ? (
            <Button asChild variant="primary">
              <Link href={found.href as Route}>{say("Go to {name}", { name })}</Link>
            </Button>
          ) : null}
          <Button asChild variant={found && found.href !== "/" ? "outline" : "primary"}>
            <Link href="/">{say("Go to Library")}</Link>
          </Button>
        </>
      }
    >
      {said(
        name === null
          ? say.parts("Winnow has no page at {code}.", { code })
          : say.parts("Winnow has no page at {code}. The nearest one is {name}.", { code, name }),
      )}
    </EmptyState>
  );
}
