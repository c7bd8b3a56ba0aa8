import type { LibraryEntry } from "@/lib/api/schemas/session";
import { toLibraryItem } from "@/lib/view-models/library-item";
import type { LibraryItem } from "@/lib/view-models/library-table";
import { tellApart } from "@/lib/view-models/tell-apart";
import { asServer, visibleProjects } from "../caller-context";
import { type Db, getDb } from "../db/get-db";
import { processState } from "../process-state";
import { tell } from "../replicas/channel";
import { readRows } from "./read-rows";

export type Entry = {
  readonly entry: LibraryEntry;
  readonly item: LibraryItem;
  readonly projectId: string;
  /** In the bin since then; null = it is not. */
  readonly deletedAt: Date | null;
};
export type Library = {
  /** By id, in the bin or not. */
  readonly entries: ReadonlyMap<string, Entry>;
  /** Not in the bin, the newest import first, told apart where they look alike. */
  readonly items: readonly LibraryItem[];
};

type Held = {
  /** The database that was read; a restored one is another. */
  db: Db | null;
  entries: Map<string, Entry>;
  /** Null before the first read: everything is to be read. */
  stale: Set<string> | null;
  library: Library;
  reading: Promise<void> | null;
};

const EMPTY: Library = { entries: new Map(), items: [] };
const held = (): Held =>
  processState("library", () => ({ db: null, entries: new Map(), stale: null, library: EMPTY, reading: null }));

/**
 * The rows of all sessions, kept in memory so that sorting and filtering thousands takes milliseconds. Whatever writes a
 * session says so to all processes that share the database (`libraryChanged`); then those rows are read again. Their
 * number is compared each time, so that a writer that forgot to say so is noticed. What is told is only what exists for the
 * running work's caller.
 */
export async function readLibrary(): Promise<Library> {
  const library = await asServer(readWhole);
  const projects = visibleProjects();
  return projects === "all" ? library : partOf(library, projects);
}

/** The parts of one state of the library, because everybody of a project asks for the same. */
const parts = new WeakMap<Library, Map<string, Library>>();

function partOf(library: Library, projects: readonly string[]): Library {
  const known = parts.get(library) ?? new Map<string, Library>();
  parts.set(library, known);
  const key = [...projects].sort().join(" ");
  const entries = () => new Map([...library.entries].filter(([, { projectId }]) => projects.includes(projectId)));
  const part = known.get(key) ?? libraryOf(entries());
  known.set(key, part);
  return part;
}

const libraryOf = (entries: ReadonlyMap<string, Entry>): Library => ({ entries, items: itemsOf(entries) });

async function readWhole(): Promise<Library> {
  const state = held();
  const db = await getDb();
  const count = await db.session.count();
  if (state.db !== db || (state.stale?.size === 0 && count !== state.entries.size)) state.stale = null;
  state.db = db;
  while (state.stale === null || state.stale.size > 0) {
    state.reading ??= readStale(db, state).finally(() => {
      state.reading = null;
    });
    await state.reading;
  }
  return state.library;
}

/** Says that these sessions were added, changed or removed. */
export function libraryChanged(ids: readonly string[]): void {
  rereadRows(ids);
  void tell("library", ids);
}

/** These rows are read again before the library is shown the next time. */
export function rereadRows(ids: readonly string[]): void {
  const { stale } = held();
  for (const id of ids) stale?.add(id);
}

/** All rows are read again. */
export function rereadLibrary(): void {
  held().stale = null;
}

/** Ids in one query, because databases limit the number of parameters. */
const BATCH = 500;

async function readStale(db: Db, state: Held): Promise<void> {
  const wanted = state.stale === null ? null : [...state.stale];
  state.stale = new Set(); // what changes during the reading is read by the next round
  try {
    const batches = wanted === null ? [null] : slices(wanted, BATCH);
    const entries = new Map(wanted === null ? [] : state.entries);
    for (const id of wanted ?? []) entries.delete(id);
    for (const ids of batches)
      for (const row of await readRows(db, ids)) entries.set(row.entry.id, { ...row, item: toLibraryItem(row.entry) });
    state.entries = entries;
    state.library = libraryOf(entries);
  } catch (error) {
    state.stale = null;
    throw error;
  }
}

const slices = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, index) => all.slice(index * size, (index + 1) * size));

function itemsOf(entries: ReadonlyMap<string, Entry>): LibraryItem[] {
  const shown = [...entries.values()].filter(({ deletedAt }) => deletedAt === null);
  shown.sort((a, b) => compare(b.entry.imported_at, a.entry.imported_at) || compare(b.entry.id, a.entry.id));
  return tellApart(shown.map(({ item }) => item));
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
