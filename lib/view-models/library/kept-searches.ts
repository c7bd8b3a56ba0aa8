import { LIBRARY_HAS, type LibraryFlag } from "../../api/library-keys";
import { UNTAGGED } from "../../read-models/library-item";
import { shortModel } from "../../read-models/short-model";
import { formatDay } from "../../wording/format-day";
import { english, type Say, type Sentence, sentence } from "../../wording/say";

const TEXTS = ["client", "model", "project", "tag", "from", "to"] as const;

/** The filters of the library, without its order. */
export type LibrarySearch = {
  readonly q: string;
  readonly in: "transcripts" | "titles";
  readonly has: readonly LibraryFlag[];
} & Readonly<Record<(typeof TEXTS)[number], string | null>>;

/** Maximum number of saved searches; the oldest is dropped. */
const MAX_KEPT = 20;

/**
 * The filters of a library view in normal form: equal filters give equal searches, regardless of the order in which
 * they were chosen.
 */
export const searchOf = ({
  q,
  in: where,
  has,
  client,
  model,
  project,
  tag,
  from,
  to,
}: LibrarySearch): LibrarySearch => ({
  q: q.trim(),
  in: q.trim() === "" ? "transcripts" : where, // without words there is nothing to search for
  has: LIBRARY_HAS.filter((flag) => has.includes(flag)),
  client,
  model,
  project,
  tag,
  from,
  to,
});

export const isFiltering = (search: LibrarySearch): boolean =>
  search.q.trim() !== "" || search.has.length > 0 || TEXTS.some((name) => search[name] !== null);

const isSame = (one: LibrarySearch, other: LibrarySearch): boolean => JSON.stringify(one) === JSON.stringify(other);

export const isKept = (kept: readonly LibrarySearch[], search: LibrarySearch): boolean =>
  kept.some((one) => isSame(one, search));

/** The list with a search added at the front. */
export const keepSearch = (kept: readonly LibrarySearch[], search: LibrarySearch): readonly LibrarySearch[] =>
  [search, ...withoutSearch(kept, search)].slice(0, MAX_KEPT);

export const withoutSearch = (kept: readonly LibrarySearch[], search: LibrarySearch): readonly LibrarySearch[] =>
  kept.filter((one) => !isSame(one, search));

/** The browser's stored searches. Ignores invalid entries, for example from another version. */
export function parseKept(text: string | null): readonly LibrarySearch[] {
  try {
    const stored: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(stored) ? stored.flatMap(toSearch) : [];
  } catch {
    return [];
  }
}

function toSearch(value: unknown): LibrarySearch[] {
  if (typeof value !== "object" || value === null) return [];
  const found = value as Readonly<Record<string, unknown>>;
  const textOf = (name: string): string | null => (typeof found[name] === "string" ? found[name] : null);
  const has = Array.isArray(found.has) ? LIBRARY_HAS.filter((flag) => (found.has as unknown[]).includes(flag)) : [];
  const search: LibrarySearch = {
    q: textOf("q") ?? "",
    in: found.in === "titles" && textOf("q") !== null ? "titles" : "transcripts",
    has,
    client: textOf("client"),
    model: textOf("model"),
    project: textOf("project"),
    tag: textOf("tag"),
    from: textOf("from"),
    to: textOf("to"),
  };
  return isFiltering(search) ? [search] : [];
}

/** Label of a session flag in filters and saved searches. */
export const FLAG_LABEL: Readonly<Record<LibraryFlag, Sentence>> = {
  compaction: sentence("has compaction"),
  break: sentence("has break"),
  error: sentence("has error"),
  copy: sentence("copies"),
};

/** `“retry” · Codex · has break`: a search in the words of its filters. */
export function searchName(search: LibrarySearch, say: Say = english): string {
  const { q, in: where, has, client, model, project, tag, from, to } = search;
  return [
    q === "" ? null : where === "titles" ? say("“{q}” in titles", { q }) : `“${q}”`,
    client,
    model === null ? null : (shortModel([model]) ?? model),
    project === null ? null : folderName(project),
    tag === UNTAGGED ? say("not tagged") : tag,
    ...has.map((flag) => say(FLAG_LABEL[flag])),
    from === null ? null : say("from {from}", { from: formatDay(from, "day", say) }),
    to === null ? null : say("to {to}", { to: formatDay(to, "day", say) }),
  ]
    .filter((part) => part !== null)
    .join(" · ");
}

/** The last two folders of a path, which distinguish projects. */
export const folderName = (path: string): string => path.split("/").filter(Boolean).slice(-2).join("/") || path;
