import { type Sentence, sentence } from "../../wording/say";

export type KnownPage = { readonly href: string; readonly name: Sentence };

const LIBRARY: KnownPage = { href: "/", name: sentence("Library") };
const PAGES: readonly KnownPage[] = [
  { href: "/tokens", name: sentence("Tokens") },
  { href: "/models", name: sentence("Models") },
  { href: "/all-sessions", name: sentence("All sessions") },
  { href: "/settings", name: sentence("Settings") },
  { href: "/api-docs", name: sentence("API") },
  { href: "/record", name: sentence("Record") },
  { href: "/imports", name: sentence("Imports") },
  { href: "/examples", name: sentence("Examples") },
  { href: "/how-it-works", name: sentence("How it works") },
  { href: "/strategies", name: sentence("Strategies") },
  { href: "/metrics", name: sentence("Metrics") },
];
const SESSION_TABS: Readonly<Record<string, Sentence>> = {
  spend: sentence("the session's Spend"),
  cache: sentence("the session's Cache"),
  compare: sentence("the session's Compare"),
  replay: sentence("the session's Replay"),
  advice: sentence("the session's Advice"),
};
/** Maximum edit distance for a typo. */
const MAX_CHANGES = 3;

/** The page that a mistyped path most likely means; null if nothing is close. */
export function nearestPage(path: string): KnownPage | null {
  const [, section = "", session = "", tab = ""] = path.split("/");
  if (section === "sessions" && session !== "") {
    const href = `/sessions/${session}`;
    const meant = nearestWord(tab, Object.keys(SESSION_TABS));
    const name = meant === null ? undefined : SESSION_TABS[meant];
    return name === undefined ? { href, name: sentence("the session") } : { href: `${href}/${meant}`, name };
  }
  if (section === "sessions") return LIBRARY; // the library lists the sessions
  const meant = nearestWord(
    section,
    PAGES.map(({ href }) => href.slice(1)),
  );
  return PAGES.find(({ href }) => href === `/${meant}`) ?? null;
}

function nearestWord(typed: string, words: readonly string[]): string | null {
  const distances = words.map((word) => ({ word, changes: changesBetween(typed.toLowerCase(), word) }));
  const best = distances.reduce((a, b) => (b.changes < a.changes ? b : a));
  return best.changes <= Math.min(MAX_CHANGES, best.word.length - 1) ? best.word : null;
}

/** The minimum number of inserted, removed or replaced characters between two words (Levenshtein 1966). */
function changesBetween(a: string, b: string): number {
  let before = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let row = 1; row <= a.length; row += 1) {
    const here = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const replaced = (before[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1);
      here.push(Math.min(replaced, (before[column] ?? 0) + 1, (here[column - 1] ?? 0) + 1));
    }
    before = here;
  }
  return before[b.length] ?? a.length;
}
