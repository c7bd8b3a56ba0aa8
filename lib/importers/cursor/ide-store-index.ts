import type { SourceLocation } from "../../conversation/part";
import { asArray, asCount, asObject, asText, type JsonObject } from "../../formats/json-fields";
import type { ImportRun } from "../import-run";
import { settleLost } from "../sqlite/session-index";
import type { RowPlace, Store } from "../sqlite/store";

export const TABLE = "cursorDiskKV";

/** One conversation: its row, and the rows of its messages by their id. */
export type Composer = {
  readonly id: string;
  readonly place: RowPlace;
  readonly bubbles: ReadonlyMap<string, RowPlace>;
  readonly parent: string | null;
  readonly created: number;
};

/** The content of a database: its conversations, and the messages that their agents sent, by hash. */
export type IdeIndex = { readonly composers: Composer[]; readonly blobs: ReadonlyMap<string, RowPlace> };

const BLOB = /^agentKv:blob:([0-9a-f]{64})$/;
const COMPOSER = /^composerData:(.+)$/s;
const BUBBLE = /^bubbleId:([^:]+):(.+)$/s;

/**
 * Finds the conversations in an IDE's database. It reads only keys and, of each conversation, its start and its child
 * conversations. Rows of other tables (settings, logins) are only counted; not even their keys are read.
 */
export function indexComposers(store: Store, run: ImportRun): IdeIndex {
  const blobs = new Map<string, RowPlace>();
  const composers = new Map<string, RowPlace>();
  const bubbles = new Map<string, Map<string, RowPlace>>();
  for (const found of store.scan(TABLE, ["key"])) {
    const key = "row" in found ? found.row.text("key") : null;
    if (!("row" in found)) settleLost(found, TABLE, run);
    else {
      const composer = COMPOSER.exec(key ?? "")?.[1];
      const blob = BLOB.exec(key ?? "")?.[1];
      const [, owner, bubble] = BUBBLE.exec(key ?? "") ?? [];
      if (composer !== undefined) composers.set(composer, found.place);
      else if (owner !== undefined && bubble !== undefined) put(bubbles, owner, bubble, found.place);
      else if (blob !== undefined) blobs.set(blob, found.place);
      else run.settle({ kept: kindOf(key) }, found.row.source);
    }
  }
  for (const table of store.tableNames) if (table !== TABLE) countRows(store, table, run);
  settleStrays(bubbles, composers, store, run);
  return { composers: withParents(composers, bubbles, store, run), blobs };
}

/** `agentKv:checkpoint:<id>` → `agentKv`; a key without a prefix is "other". */
const kindOf = (key: string | null): string => `${TABLE}:${/^([A-Za-z]{1,40}):/.exec(key ?? "")?.[1] ?? "other"}`;

function put(bubbles: Map<string, Map<string, RowPlace>>, owner: string, bubble: string, place: RowPlace) {
  const known = bubbles.get(owner);
  if (known) known.set(bubble, place);
  else bubbles.set(owner, new Map([[bubble, place]]));
}

function countRows(store: Store, table: string, run: ImportRun) {
  for (const found of store.scan(table, [])) {
    if ("row" in found) run.settle({ kept: `table:${table}` }, found.row.source);
    else settleLost(found, table, run);
  }
}

function settleStrays(
  bubbles: ReadonlyMap<string, ReadonlyMap<string, RowPlace>>,
  composers: ReadonlyMap<string, RowPlace>,
  store: Store,
  run: ImportRun,
) {
  for (const [owner, places] of bubbles) {
    if (composers.has(owner)) continue;
    for (const place of places.values())
      run.settle({ kept: "message without its conversation" }, sourceOf(store, place));
  }
}

/** The place of a row, without reading its content. */
export const sourceOf = (store: Store, place: RowPlace): SourceLocation => {
  const found = store.read(place, []);
  return "row" in found ? found.row.source : found.source;
};

/** Conversations ordered by time. Ignores a parent that is missing or among its own descendants. */
function withParents(
  places: ReadonlyMap<string, RowPlace>,
  bubbles: ReadonlyMap<string, ReadonlyMap<string, RowPlace>>,
  store: Store,
  run: ImportRun,
): Composer[] {
  const heads = new Map([...places].map(([id, place]) => [id, valueAt(store, place, run).value]));
  const parents = new Map<string, string>();
  for (const [id, head] of heads)
    for (const child of asArray(head?.subComposerIds) ?? []) {
      const name = asText(child);
      if (name !== null && name !== id && heads.has(name) && !parents.has(name)) parents.set(name, id);
    }
  const composers = [...places].map(([id, place]) => ({
    id,
    place,
    bubbles: bubbles.get(id) ?? new Map<string, RowPlace>(),
    parent: leadsBack(id, parents) ? null : (parents.get(id) ?? null),
    created: asCount(heads.get(id)?.createdAt) ?? 0,
  }));
  return composers.sort((a, b) => a.created - b.created || a.place.line - b.place.line);
}

function leadsBack(id: string, parents: ReadonlyMap<string, string>): boolean {
  const seen = new Set<string>();
  for (let at = parents.get(id); at !== undefined; at = parents.get(at)) {
    if (at === id || seen.has(at)) return true;
    seen.add(at);
  }
  return false;
}

/** The JSON object under a key (null if there is none), and the place of its row. */
export function valueAt(store: Store, place: RowPlace, run: ImportRun): StoredValue {
  const found = store.read(place, ["value"]);
  if (!("row" in found)) return { value: null, source: found.source };
  return { value: asObject(found.row.json("value", run.limits.maxDepth)), source: found.row.source };
}

export type StoredValue = { readonly value: JsonObject | null; readonly source: SourceLocation };
