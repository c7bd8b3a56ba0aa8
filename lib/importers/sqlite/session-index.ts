import { append } from "../../conversation/append";
import type { SourceLocation } from "../../conversation/part";
import type { ImportRun } from "../import-run";
import type { FoundRow, LostRow, RowPlace, Store } from "./store";
import type { StoreRow } from "./store-row";

/** A client's tables of sessions. Columns that a version lacks are null. */
export type StoreTables = {
  readonly sessions: {
    readonly table: string;
    /** The column with the session's id; default: `id`. */
    readonly id?: string;
    /** The column with the id of the session that started this one. */
    readonly parent: string;
    readonly created: string;
    /** Decides from these columns if a session with a parent is a separate conversation. */
    readonly apart?: {
      readonly columns: readonly string[];
      readonly is: (row: StoreRow, parent: string) => boolean;
    };
  };
  /**
   * The tables to read. Their column `session_id` has the session's id; `order` is the column that sorts a session's
   * rows.
   */
  readonly rows: readonly { readonly table: string; readonly order: string | null }[];
};

export type StoredSession = {
  readonly id: string;
  readonly parent: string | null;
  readonly created: number;
  readonly place: RowPlace;
};

/** A session and those that its agents started, parents before children, each level ordered by time. */
export type Family = readonly [StoredSession, ...StoredSession[]];

/** The column with the id of a row's session, in all clients whose databases can be read. */
const SESSION = "session_id";

type Ordered = { readonly place: RowPlace; readonly key: number };
type KeptPlace = { readonly kind: string; readonly source: SourceLocation };

/** Finds the rows of each session in one pass over the keys of every table, without reading content. */
export class SessionIndex {
  readonly families: readonly Family[];
  private readonly places = new Map<string, Map<string, Ordered[]>>();
  private readonly kept = new Map<string, KeptPlace[]>();

  constructor(
    private readonly store: Store,
    private readonly tables: StoreTables,
    private readonly run: ImportRun,
  ) {
    const sessions = this.readSessions();
    const known = new Set(sessions.map(({ id }) => id));
    for (const { table, order } of tables.rows) this.places.set(table, this.readPlaces(table, order, known));
    const read = new Set([tables.sessions.table, ...tables.rows.map(({ table }) => table)]);
    for (const table of store.tableNames) if (!read.has(table)) this.keepTable(table, known);
    this.families = familiesOf(sessions);
  }

  placesOf(table: string, session: string): RowPlace[] {
    const found = this.places.get(table)?.get(session) ?? [];
    return found.sort((a, b) => a.key - b.key || a.place.line - b.place.line).map(({ place }) => place);
  }

  /** Rows of other tables that refer to the session. */
  keptOf(session: string): readonly KeptPlace[] {
    return this.kept.get(session) ?? [];
  }

  private readSessions(): StoredSession[] {
    const { table, id: name = "id", parent, created, apart } = this.tables.sessions;
    const sessions = new Map<string, StoredSession>();
    for (const found of this.store.scan(table, [name, parent, created, ...(apart?.columns ?? [])])) {
      const id = "row" in found ? found.row.text(name) : null;
      if (!("row" in found)) settleLost(found, table, this.run);
      else if (id === null || sessions.has(id)) this.run.settle(NO_ID, found.row.source);
      else {
        const at = timeKey(found, created);
        const above = found.row.text(parent);
        const isApart = above !== null && apart?.is(found.row, above) === true;
        sessions.set(id, { id, parent: isApart ? null : above, created: at, place: found.place });
      }
    }
    return [...sessions.values()];
  }

  private readPlaces(table: string, order: string | null, known: ReadonlySet<string>): Map<string, Ordered[]> {
    const bySession = new Map<string, Ordered[]>();
    for (const found of this.store.scan(table, order === null ? [SESSION] : [SESSION, order])) {
      const session = "row" in found ? found.row.text(SESSION) : null;
      if (!("row" in found)) settleLost(found, table, this.run);
      else if (session === null || !known.has(session))
        this.run.settle({ kept: `${table} without its session` }, found.row.source);
      else append(bySession, session, { place: found.place, key: order === null ? 0 : timeKey(found, order) });
    }
    return bySession;
  }

  private keepTable(table: string, known: ReadonlySet<string>) {
    const columns = this.store.has(table, [SESSION]) ? [SESSION] : [];
    for (const found of this.store.scan(table, columns)) {
      const session = "row" in found ? found.row.text(SESSION) : null;
      const kept = { kind: `table:${table}`, source: "row" in found ? found.row.source : found.source };
      if (!("row" in found)) settleLost(found, table, this.run);
      else if (session !== null && known.has(session)) append(this.kept, session, kept);
      else this.run.settle({ kept: kept.kind }, kept.source);
    }
  }
}

const NO_ID = { bad: "invalid-row", message: "A session has no id of its own. It was skipped; all others were kept." };

export function settleLost({ fault, source }: LostRow, table: string, run: ImportRun) {
  const message = `Row ${source.line} of ${table} cannot be read: ${fault.message}. It was skipped; all others were kept.`;
  run.settle({ bad: "damaged-row", message }, source);
}

/** Times as numbers, or as text that sorts like its time. */
function timeKey({ row }: FoundRow, column: string): number {
  return row.number(column) ?? (Date.parse(row.text(column) ?? "") || 0);
}

/** A session whose parent is missing, or part of a cycle, becomes a separate family. */
function familiesOf(sessions: readonly StoredSession[]): Family[] {
  const byId = new Map(sessions.map((session) => [session.id, session]));
  const children = new Map<string, StoredSession[]>();
  const roots: StoredSession[] = [];
  const inTime = [...sessions].sort((a, b) => a.created - b.created || a.place.line - b.place.line);
  for (const session of inTime) {
    const isChild = session.parent !== null && byId.has(session.parent) && !isInCircle(session, byId);
    if (isChild) append(children, session.parent as string, session);
    else roots.push(session);
  }
  return roots.map((root) => withDescendants(root, children));
}

/** A longer chain of parents is assumed to be a cycle. */
const MAX_GENERATIONS = 64;

function isInCircle(session: StoredSession, byId: ReadonlyMap<string, StoredSession>): boolean {
  let at: StoredSession | undefined = session;
  for (let generation = 0; generation < MAX_GENERATIONS; generation += 1) {
    at = at.parent === null ? undefined : byId.get(at.parent);
    if (!at) return false;
  }
  return true;
}

/** An item and everything below it, parents first. */
export function withDescendants<T extends { readonly id: string }>(
  root: T,
  children: ReadonlyMap<string, readonly T[]>,
): [T, ...T[]] {
  const family: [T, ...T[]] = [root];
  for (const { id } of family) family.push(...(children.get(id) ?? []));
  return family;
}
