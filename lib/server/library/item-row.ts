import { createHash } from "node:crypto";
import type { LibraryEntry } from "@/lib/api/schemas/session";
import { dayOf, EXAMPLE_FAMILY, familyOf } from "@/lib/read-models/library-days";
import { type LibraryItem, searchableText, toLibraryItem, UNTAGGED } from "@/lib/read-models/library-item";
import { shortModel } from "@/lib/read-models/short-model";
import { visibleName } from "@/lib/read-models/visible-name";
import { needsFirstExchange } from "@/lib/transcript/copies";
import { clientSubject } from "@/lib/transcript/state-model";
import type { StoredRow } from "./read-rows";

/** Increase this when rows of LibraryItem must be rebuilt, because their sources or counts have changed. */
export const ITEM_VERSION = 4;

/** A LibraryCount row that includes a session. */
export type Counted = readonly [kind: string, value: string];

/** How much of a session's text is in the search index. */
export type Indexed = { readonly number: number; readonly isWhole: boolean };

/** Maximum characters of an indexed value, because a PostgreSQL index entry has at most 2,704 bytes. */
const MAX_INDEXED = 400;
/** Maximum characters of the text in which filter words are searched for. */
const MAX_SEARCHED = 4_000;

/** A value as stored and queried. */
export const keptValue = (value: string): string => value.slice(0, MAX_INDEXED).toWellFormed();

/**
 * The row for sorting, filtering and counting a session. Whether it is a copy depends on other sessions and is found
 * out later.
 */
export function toItemRow({ entry, projectId, deletedAt }: StoredRow, indexed: Indexed | null) {
  const item = toLibraryItem(entry);
  const isBinned = deletedAt !== null;
  const isIndexed = indexed?.isWhole ?? false;
  const hashOfKey = (key: string | null | undefined) => (isBinned || !key ? null : hashOf([projectId, key]));
  const kept = (value: string | null | undefined) => (value ? keptValue(value) : null);
  return {
    sessionId: item.id,
    projectId,
    version: ITEM_VERSION,
    importedAt: new Date(item.importedAt),
    isBinned,
    number: indexed?.number ?? null,
    isIndexed,
    titleHash: hashOf([item.title]),
    likeHash: isBinned || item.startedAt === null ? null : hashOf([projectId, item.title, item.startedAt, item.client]),
    clientSessionHash: hashOfKey(entry.client_session),
    exchangeHash: needsFirstExchange(entry.format, entry.client_session ?? null)
      ? hashOfKey(entry.first_exchange)
      : null,
    format: keptValue(entry.format),
    copyOf: null,
    searchable: searchableText(item).slice(0, MAX_SEARCHED).toWellFormed(),
    fileName: item.fileName,
    client: keptValue(item.client),
    project: item.project === null ? null : keptValue(item.project),
    firstModel: kept(item.models[0]),
    errors: item.errors,
    title: keptValue(item.title.toLowerCase()),
    model: kept(shortModel(item.models)),
    started: kept(item.startedAt),
    duration: item.durationSeconds,
    requests: item.requests,
    peak: item.peakFraction,
    tokensIn: item.tokensIn,
    tokensOut: item.tokensOut,
    readShare: item.readShare,
    cost: item.cost?.amount ?? null,
    lost: item.lostCost,
    compactions: item.compactions,
    breaks: item.breaks,
    agents: item.agents,
    isCostExact: item.cost !== null && !item.cost.isFloor,
    day: dayOf(item),
    family: item.isExample ? EXAMPLE_FAMILY : keptValue(familyOf(item)),
    countsJson: JSON.stringify(countsOf(item, entry, isBinned, isIndexed)),
  };
}

/** The distinct models and tags of a session. */
export function valuesOf(entry: LibraryEntry) {
  const { id, models, tags } = toLibraryItem(entry);
  const rows = [
    ...models.map((model) => ["model", keptValue(model)] as const),
    ...(tags.length === 0 ? [UNTAGGED] : tags).map((tag) => ["tag", keptValue(tag)] as const),
  ];
  const unique = new Map(rows.map((row) => [row.join("\n"), row]));
  return [...unique.values()].map(([kind, value]) => ({ kind, value, sessionId: id }));
}

export const COPY: Counted = ["flag", "copy"];
export const WHOLE: Counted = ["whole", ""];
/** Sessions whose loss to cache breaks is a range; sums use its lower end. */
export const RANGED_LOSS: Counted = ["ranged-loss", ""];

/** Counts per subject cover all sessions, including the bin; the others cover the list. */
function countsOf(item: LibraryItem, entry: LibraryEntry, isBinned: boolean, isIndexed: boolean): Counted[] {
  const counts: Counted[] = [
    ["subject", countedSubject(entry)],
    ["first", countedModel(entry, entry.models[0] ?? "")],
  ];
  if (entry.model !== null && entry.cost.basis !== "unknown") counts.push(["named", countedModel(entry, entry.model)]);
  if (isIndexed) counts.push(WHOLE);
  return [...counts, ...(isBinned ? [["binned", ""] as const] : listedCounts(item))];
}

type OfClient = Pick<LibraryEntry, "client" | "format">;

/** The count key for a client's sessions. */
const countedSubject = (session: OfClient): string => keptValue(visibleName(clientSubject(session)));

/**
 * The count key for a client's sessions with a model. `first` also counts sessions whose log names no model,
 * under an empty name.
 */
export const countedModel = (session: OfClient, model: string): string =>
  keptValue(`${countedSubject(session)}\n${visibleName(model)}`);

function listedCounts(item: LibraryItem): Counted[] {
  const { client, project, models, tags, startedAt } = item;
  const flags = [
    ["compaction", item.compactions > 0],
    ["break", (item.breaks ?? 0) > 0],
    ["error", item.errors > 0],
  ] as const;
  return [
    ["all", ""],
    ["client", keptValue(client)],
    ...(hasRangedLoss(item) ? [RANGED_LOSS] : []),
    ...(project === null ? [] : [["project", keptValue(project)] as const]),
    ...models.map((model) => ["model", keptValue(model)] as const),
    ...(tags.length === 0 ? [UNTAGGED] : tags).map((tag) => ["tag", keptValue(tag)] as const),
    ...flags.flatMap(([flag, holds]) => (holds ? [["flag", flag] as const] : [])),
    ...(startedAt === null ? [] : [["started", keptValue(startedAt.slice(0, 10))] as const]),
  ];
}

const hasRangedLoss = ({ isExample, shown }: LibraryItem): boolean => !isExample && shown.lost.kind === "range";

/** A session's counts with one added or removed. */
export function withCount(countsJson: string, wanted: Counted, isIn: boolean): string {
  const others = (JSON.parse(countsJson) as Counted[]).filter((count) => count.join("\n") !== wanted.join("\n"));
  return JSON.stringify(isIn ? [...others, wanted] : others);
}

const hashOf = (values: readonly string[]): string =>
  createHash("sha256").update(JSON.stringify(values)).digest("hex").slice(0, 24);
