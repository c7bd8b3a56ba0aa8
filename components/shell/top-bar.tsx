"use client";
import { ChevronDown, CircleQuestionMark, Search, Settings } from "lucide-react";
import type { Route } from "next";
import Link from "next/link";
import { usePathname, useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { API_PAGE, PAGES, PageLinks, pageOf } from "@/components/shell/page-links";
import { ReferenceMenu } from "@/components/shell/reference-menu";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { Kbd } from "@/components/ui/kbd";
import { LazyMenu } from "@/components/ui/lazy-menu";
import { loadLater } from "@/components/ui/load-later";
import { Select } from "@/components/ui/select";
import { useSay } from "@/components/words/words-provider";
import { useShortcutSheet, useShortcuts } from "./shortcut-provider";

const AFTER_REFERENCE = [API_PAGE];

/**
 * The bar of 44 px at the top of every page. `projects`: null if there is
 * no choice.
 */
export function TopBar({ projects }: { projects: ProjectChoices | null }) {
  const say = useSay();
  return (
    <header className="flex h-11 shrink-0 items-center gap-5 border-line border-b bg-bg px-4 max-sm:gap-2 max-sm:px-3">
      <Link href="/" className="flex items-center gap-2 font-semibold text-figure text-tx no-underline">
        <Logo className="size-4" />
        <span className="max-sm:sr-only">Winnow</span>
      </Link>
      <nav aria-label={say("Pages")} className="flex min-w-0 items-center gap-4 max-sm:hidden">
        <PageLinks pages={PAGES} />
        <ReferenceMenu />
        <PageLinks pages={AFTER_REFERENCE} />
      </nav>
      <div className="sm:hidden">
        <PagesMenu />
      </div>
      <div className="ml-auto flex items-center gap-1">
        {projects && projects.all.length > 1 ? <ProjectMenu {...projects} /> : null}
        <PaletteButton />
        <Link
          href={"/settings" as Route}
          aria-label={say("Settings")}
          title={say("Settings")}
          className="touch-target inline-flex size-7 items-center justify-center rounded-control text-tx2 hover:bg-s2 hover:text-tx max-sm:hidden"
        >
          <Settings aria-hidden className="size-4 stroke-[1.75]" />
        </Link>
        <HelpButton />
      </div>
    </header>
  );
}

/** The logo: columns of a context window, one of them shortened; the small square is the part put aside. */
export function Logo({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 16 16" aria-hidden className={className}>
      <g fill="currentColor">
        <rect x="1" y="7" width="2.5" height="5" />
        <rect x="5" y="4" width="2.5" height="8" />
        <rect x="9" y="8" width="2.5" height="4" />
        <rect x="1" y="13.5" width="14" height="1.5" />
      </g>
      <rect x="12" y="2" width="3" height="3" fill="var(--acc)" />
    </svg>
  );
}

function HelpButton() {
  const say = useSay();
  const openSheet = useShortcutSheet();
  return (
    <IconButton label={say("Keyboard help")} shortcut="?" onClick={openSheet}>
      <CircleQuestionMark aria-hidden />
    </IconButton>
  );
}

const load = () => import("./pages-list").then((module) => module.PagesList);

/** On a phone, a button with the current page's name replaces the links; a session has its title below. */
export function PagesMenu() {
  const say = useSay();
  const path = usePathname();
  const current = pageOf(path);
  const isSession = path.startsWith("/sessions/");
  const label = isSession ? say("a session") : current ? say(current.label) : say("Not found");
  return (
    <LazyMenu
      load={load}
      menu={{ current: current?.href ?? null }}
      trigger={
        <Button size="sm" aria-label={say("Pages, current page: {label}", { label })}>
          {isSession ? say("Pages") : label}
          <ChevronDown aria-hidden />
        </Button>
      }
    />
  );
}

type ProjectChoices = {
  readonly all: readonly { readonly id: string; readonly name: string }[];
  /** Null for all projects together. */
  readonly chosen: string | null;
};

const ALL = "all";
const YEAR = 365 * 24 * 3600;

/** Restricts pages, and the calls they make, to one project. The front door reads it from the cookie. */
function ProjectMenu({ all, chosen }: ProjectChoices) {
  const say = useSay();
  const choose = (id: string) => {
    const kept = id === ALL ? 0 : YEAR;
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and over plain HTTP
    document.cookie = `winnow-project=${id}; path=/; max-age=${kept}; samesite=strict`;
    location.assign("/"); // a page of another project may not exist in this one
  };
  return (
    <Select
      label={say("Project")}
      value={chosen ?? ALL}
      onValueChange={choose}
      options={[{ value: ALL, label: say("All projects") }, ...all.map(({ id, name }) => ({ value: id, label: name }))]}
      className="max-w-44"
    />
  );
}

const Palette = loadLater(() => import("./palette").then((module) => module.Palette));

/** Opens the palette, also by Ctrl or ⌘ K regardless of focus. Its code is loaded on first use. */
function PaletteButton() {
  const say = useSay();
  const router = useRouter();
  const [isOpen, setOpen] = useState(false);
  useShortcuts(NO_GROUPS, { ",": () => router.push("/settings" as never) });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isK =
        event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      if (!isK) return;
      event.preventDefault();
      setOpen((before) => !before);
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, []);
  return (
    <>
      <button
        type="button"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpen(true)}
        className="touch-target inline-flex h-7 items-center gap-2 rounded-control border border-ctl px-2 text-small text-tx2 hover:bg-s2 lg:w-62 max-sm:size-7 max-sm:justify-center max-sm:border-transparent max-sm:px-0"
      >
        <Search aria-hidden className="size-4 stroke-[1.75]" />
        <span className="whitespace-nowrap max-lg:sr-only">{say("Find or run anything")}</span>
        <Kbd className="ml-auto whitespace-nowrap max-sm:hidden">Ctrl K</Kbd>
      </button>
      {isOpen ? <Palette onClose={() => setOpen(false)} /> : null}
    </>
  );
}

/** The sheet lists the comma with the global keys. */
const NO_GROUPS: never[] = [];
