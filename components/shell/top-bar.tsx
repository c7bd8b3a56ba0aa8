"use client";
import { Settings } from "lucide-react";
import type { Route } from "next";
import Link from "next/link";
import { ExamplesMenu } from "@/components/shell/examples-menu";
import { HelpButton } from "@/components/shell/help-button";
import { Logo } from "@/components/shell/logo";
import { PageLinks } from "@/components/shell/page-links";
import { PagesMenu } from "@/components/shell/pages-menu";
import { PaletteButton } from "@/components/shell/palette-button";
import { type ProjectChoices, ProjectMenu } from "@/components/shell/project-menu";
import { ReferenceMenu } from "@/components/shell/reference-menu";
import { ThemeToggle } from "@/components/theme/theme-toggle";
import { useSay } from "@/components/words/words-provider";

/** The bar of 44 px at the top of every page. Pages below the library fill `#breadcrumb`. `projects`: null if none can be chosen. */
export function TopBar({ projects }: { projects: ProjectChoices | null }) {
  const say = useSay();
  return (
    <header className="flex h-11 shrink-0 items-center gap-5 border-line border-b bg-bg px-4 max-sm:gap-2 max-sm:px-3">
      <Link href="/" className="flex items-center gap-2 font-semibold text-figure text-tx no-underline">
        <Logo className="size-4" />
        <span className="max-sm:sr-only">Winnow</span>
      </Link>
      <nav aria-label={say("Pages")} className="flex min-w-0 items-center gap-4 max-sm:hidden">
        <PageLinks />
        <ReferenceMenu />
        <div id="breadcrumb" className="flex min-w-0 items-center" />
      </nav>
      <div className="sm:hidden">
        <PagesMenu />
      </div>
      <div className="ml-auto flex items-center gap-1">
        {projects && projects.all.length > 1 ? <ProjectMenu {...projects} /> : null}
        <PaletteButton />
        <ExamplesMenu />
        <Link
          href={"/settings" as Route}
          aria-label={say("Settings")}
          title={say("Settings")}
          className="touch-target inline-flex size-7 items-center justify-center rounded-control text-tx2 hover:bg-s2 hover:text-tx max-sm:hidden"
        >
          <Settings aria-hidden className="size-4 stroke-[1.75]" />
        </Link>
        <ThemeToggle />
        <HelpButton />
      </div>
    </header>
  );
}
