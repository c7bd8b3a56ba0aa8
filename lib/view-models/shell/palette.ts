import { english, type Say, type Sentence, sentence } from "../../wording/say";

/** A line in the palette. */
export type PaletteItem = {
  readonly id: string;
  readonly label: string;
  /** Shown at the right: a place, a key, a state. */
  readonly note: string;
  /** Further search words. */
  readonly words?: string;
  readonly href?: string;
};
/** An item before its language is known. Its note is a place, or a key. */
export type WrittenItem = PaletteItem & { readonly label: Sentence; readonly note: Sentence | "," | `Alt+${number}` };
export type PaletteGroup<Item extends PaletteItem = PaletteItem> = {
  readonly title: string;
  readonly items: readonly Item[];
  /** Number of all hits. */
  readonly total: number;
};

const PAGE = sentence("page");
const ALL_SESSIONS = sentence("All sessions");

export const PAGES: readonly WrittenItem[] = [
  { id: "page-library", label: sentence("Library"), note: PAGE, href: "/", words: "sessions import" },
  {
    id: "page-change",
    label: sentence("What to change"),
    note: ALL_SESSIONS,
    href: "/all-sessions",
    words: "all sessions advice causes threshold compact",
  },
  {
    id: "page-who-spent",
    label: sentence("Who spent it"),
    note: ALL_SESSIONS,
    href: "/all-sessions/spend",
    words: "all sessions cost money tools MCP servers memory sub-agents",
  },
  {
    id: "page-help",
    label: sentence("Did it help?"),
    note: ALL_SESSIONS,
    href: "/all-sessions/help",
    words: "all sessions two arms compare bills tool before after",
  },
  {
    id: "page-runs",
    label: sentence("Strategies on my sessions"),
    note: ALL_SESSIONS,
    href: "/all-sessions/strategies",
    words: "corpus measure",
  },
  {
    id: "page-record",
    label: sentence("Record"),
    note: PAGE,
    href: "/record",
    words: "proxy capture live exact prompt winnow record",
  },
  {
    id: "page-imports",
    label: sentence("Imports"),
    note: PAGE,
    href: "/imports",
    words: "reports refused files bad lines",
  },
  { id: "page-tokens", label: sentence("Tokens"), note: PAGE, href: "/tokens", words: "tokenizer count" },
  { id: "page-api", label: sentence("API"), note: PAGE, href: "/api-docs", words: "routes openapi playground curl" },
  { id: "page-settings", label: sentence("Settings"), note: ",", href: "/settings", words: "options preferences" },
  { id: "page-models", label: sentence("Models"), note: PAGE, href: "/models", words: "windows prices" },
  {
    id: "page-examples",
    label: sentence("Examples"),
    note: PAGE,
    href: "/examples",
    words: "articles tour kilo manus",
  },
  {
    id: "page-how",
    label: sentence("How it works"),
    note: PAGE,
    href: "/how-it-works",
    words: "attention quadratic cache growth memory phases",
  },
  {
    id: "page-strategies",
    label: sentence("Strategies"),
    note: PAGE,
    href: "/strategies",
    words: "presets products prompts summaries",
  },
  { id: "page-metrics", label: sentence("Metrics"), note: PAGE, href: "/metrics", words: "formulas definitions" },
];

const TABS = [
  { path: "", label: sentence("This session's transcript") },
  { path: "/spend", label: sentence("This session's spending") },
  { path: "/cache", label: sentence("This session's cache") },
  { path: "/compare", label: sentence("Compare strategies on this session") },
  { path: "/replay", label: sentence("Replay this session") },
  { path: "/advice", label: sentence("Advice for this session") },
] as const;

/** The current session's views, and the API page with its examples. */
export const sessionItems = (id: string): WrittenItem[] => [
  ...TABS.map<WrittenItem>(({ path, label }, index) => ({
    id: `tab-${path}`,
    label,
    note: `Alt+${index + 1}`,
    href: `/sessions/${id}${path}`,
  })),
  {
    id: "session-api",
    label: sentence("API calls for this session"),
    note: PAGE,
    href: `/api-docs?session=${id}`,
    words: "playground curl typescript python",
  },
];

/** The session shown at an address; null for other pages. */
export const sessionOfPath = (path: string): string | null => /^\/sessions\/([^/]+)/.exec(path)?.[1] ?? null;

/** The items in the reader's language, still found by their English words. */
export const sayItems = (items: readonly WrittenItem[], say: Say = english): PaletteItem[] =>
  items.map(({ label, note, words = "", ...item }) => ({
    ...item,
    label: say(label),
    note: say(note),
    words: `${words} ${label}`,
  }));

/** The items that contain every typed word; those whose label starts with the first word come first. */
export function matchItems<Item extends PaletteItem>(items: readonly Item[], typed: string): Item[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const found = items.filter(({ label, words: more = "" }) => {
    const hay = `${label} ${more}`.toLowerCase();
    return words.every((word) => hay.includes(word));
  });
  const begins = ({ label }: Item) => (words[0] !== undefined && label.toLowerCase().startsWith(words[0]) ? 0 : 1);
  return [...found].sort((a, b) => begins(a) - begins(b));
}

/** A group with the first of its hits; null if there are none. */
export function paletteGroup<Item extends PaletteItem>(
  title: string,
  items: readonly Item[],
  typed: string,
  most: number,
): PaletteGroup<Item> | null {
  const found = matchItems(items, typed);
  return found.length === 0 ? null : { title, items: found.slice(0, most), total: found.length };
}
