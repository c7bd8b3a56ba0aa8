"use client";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { type ReactNode, useEffect, useRef } from "react";
import { useShortcuts } from "@/components/shell/shortcut-provider";
import { tabLink } from "@/components/ui/tabs";
import { useSay } from "@/components/words/words-provider";
import { sentence } from "@/lib/wording/say";
import { useRangeText } from "./use-spine-range";

/** The reader's current position, which links to other views keep. */
export type NavPlace = {
  readonly id: string;
  readonly agent?: string | undefined;
  /** The request, counted from 0 within the agent. */
  readonly position?: number | undefined;
};

type View = { readonly name: string; readonly href: (place: NavPlace) => string };

/** All views of a session, in tab order. */
const VIEWS = {
  transcript: { name: sentence("Transcript"), href: (place) => pathOf(place, "", requestOf(place)) },
  spend: { name: sentence("Spend"), href: (place) => pathOf(place, "/spend", requestOf(place)) },
  cache: { name: sentence("Cache"), href: (place) => pathOf(place, "/cache", requestOf(place)) },
  compare: { name: sentence("Compare"), href: (place) => pathOf(place, "/compare", requestOf(place)) },
  replay: { name: sentence("Replay"), href: (place) => pathOf(place, "/replay", requestOf(place)) },
  advice: { name: sentence("Advice"), href: (place) => pathOf(place, "/advice", requestOf(place)) },
} as const satisfies Record<string, View>;

export type SessionViewName = keyof typeof VIEWS;

/** A view's URL, including the request. The Advice view itself ignores the request but passes it on to other views. */
export const viewHref = (view: SessionViewName, place: NavPlace): string => VIEWS[view].href(place);

const requestOf = ({ agent, position }: NavPlace) => ({
  agent: agent === "main" ? undefined : agent,
  request: position === undefined ? undefined : position + 1,
});

function pathOf({ id }: NavPlace, path: string, query: Readonly<Record<string, string | number | undefined>>): string {
  const known = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, `${value}`]]));
  const search = new URLSearchParams(known).toString();
  return `/sessions/${encodeURIComponent(id)}${path}${search === "" ? "" : `?${search}`}`;
}

/** Every tab keeps the timeline's zoom. */
const withRange = (href: string, range: string | null): string =>
  range === null ? href : `${href}${href.includes("?") ? "&" : "?"}range=${encodeURIComponent(range)}`;

const NAMES = Object.keys(VIEWS) as SessionViewName[];
const KEYS = [
  {
    title: sentence("Views"),
    shortcuts: [{ does: sentence("the views of the session"), keys: ["Alt", `1–${NAMES.length}`] }],
  },
];

/** A session's tabs. Views are separate pages, so that each has its own URL. */
export function SessionNav({ current, place }: { current: SessionViewName; place: NavPlace }) {
  const say = useSay();
  const [range] = useRangeText();
  const router = useRouter();
  const go = (view: SessionViewName) =>
    view !== current && router.push(withRange(viewHref(view, place), range) as never);
  useShortcuts(KEYS, NONE);
  useAltDigits((digit) => {
    const view = NAMES[digit - 1];
    if (view) go(view);
  });
  usePrefetchedViews(place.id, current);
  return (
    <nav
      aria-label={say("Views of this session")}
      // All six tabs fit on a 380 px wide phone; on a narrower one, the last visible tab fades to show that there
      // are more.
      className="flex min-w-0 gap-5 overflow-x-auto overflow-y-hidden max-sm:w-full max-sm:justify-between max-sm:gap-1.5 max-[379px]:[mask-image:linear-gradient(to_right,black_calc(100%-32px),transparent)] max-sm:[&>*]:text-micro"
    >
      {Object.entries(VIEWS).map(([view, { name, href }]) =>
        view === current ? (
          <CurrentTab key={view}>{say(name)}</CurrentTab>
        ) : (
          <Link key={view} href={withRange(href(place), range) as never} prefetch={false} className={tabLink(false)}>
            {say(name)}
          </Link>
        ),
      )}
    </nav>
  );
}

const NONE = {};

/**
 * Alt and a digit, which no letter or single-key shortcut uses. On a Mac, Alt changes the character, so this checks the
 * physical key.
 */
function useAltDigits(act: (digit: number) => void): void {
  const latest = useRef(act);
  latest.current = act;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const digit = /^Digit([1-9])$/.exec(event.code)?.[1];
      if (!event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || digit === undefined) return;
      event.preventDefault();
      latest.current(Number(digit));
    };
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, []);
}

/** Milliseconds after a view is rendered before the code of the others is loaded. */
const PREFETCH_MS = 2_000;

/**
 * Loads the code of the other views once. Links would do so for each selected request, because their addresses change
 * with it.
 */
function usePrefetchedViews(id: string, current: SessionViewName): void {
  const router = useRouter();
  useEffect(() => {
    const load = () => {
      for (const view of NAMES) if (view !== current) router.prefetch(viewHref(view, { id }) as never);
    };
    const timer = setTimeout(load, PREFETCH_MS);
    return () => clearTimeout(timer);
  }, [router, id, current]);
}

/** The current page's tab. If the tabs do not all fit, they are scrolled to it. */
function CurrentTab({ children }: { children: ReactNode }) {
  return (
    <span aria-current="page" ref={scrollTo} className={tabLink(true)}>
      {children}
    </span>
  );
}

/** Only the tabs are scrolled: `scrollIntoView` would also scroll the page. */
function scrollTo(tab: HTMLElement | null): void {
  const tabs = tab?.parentElement;
  if (tab && tabs) tabs.scrollLeft = tab.offsetLeft - tabs.offsetLeft - (tabs.clientWidth - tab.offsetWidth) / 2;
}
