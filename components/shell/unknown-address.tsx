"use client";
import type { Route } from "next";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { nearestPage } from "@/lib/view-models/nearest-page";

/** Says which address was asked for and offers the page that it most likely meant. */
export function UnknownAddress() {
  const path = usePathname();
  const page = nearestPage(path);
  return (
    <EmptyState
      title="There is no such page"
      actions={
        <>
          <Button asChild variant="primary">
            <Link href={page.href as Route}>Go to {page.name}</Link>
          </Button>
          {page.href === "/" ? null : (
            <Button asChild>
              <Link href="/">Go to Library</Link>
            </Button>
          )}
        </>
      }
    >
      Winnow has no page at <code className="break-all">{path}</code>. The nearest one is {page.name}.
    </EmptyState>
  );
}
