import { fail, ok, type Result } from "../../conversation/errors";
import type { Session } from "../../transcript/session";
import { notTranscript } from "../describe-file";
import type { ImportFailure } from "../import-failure";
import { ImportRun } from "../import-run";
import type { Sample, TranscriptFile } from "../importer";
import type { ItemSession } from "../item-session";
import type { OpenStore } from "./open-store";
import { type Family, SessionIndex, type StoredSession, type StoreTables, settleLost } from "./session-index";
import type { Store } from "./store";
import type { StoreRow } from "./store-row";

/** The rows of one family, read on demand. Every returned row must be settled in `run`. */
export class FamilyRows {
  /** Sessions whose messages continue the thread of another session. */
  readonly continuing = new Set<string>();

  constructor(
    private readonly store: Store,
    private readonly index: SessionIndex,
    readonly family: Family,
    /** Counts only the rows of this family. */
    readonly run: ImportRun,
  ) {}

  /** The session's own row; null if it can no longer be read. */
  session(session: StoredSession, columns: readonly string[]): StoreRow | null {
    const found = this.store.read(session.place, columns);
    return "row" in found ? found.row : null;
  }

  *rows(table: string, session: string, columns: readonly string[]): Generator<StoreRow> {
    for (const place of this.index.placesOf(table, session)) {
      const found = this.store.read(place, columns);
      if ("row" in found) yield found.row;
      else settleLost(found, table, this.run);
    }
  }

  /** The family's sessions with rows in the table, and always the first session. */
  spoken(table: string): readonly StoredSession[] {
    return this.family.filter(({ id }, index) => index === 0 || this.index.placesOf(table, id).length > 0);
  }

  keepOthers() {
    for (const { id } of this.family)
      for (const { kind, source } of this.index.keptOf(id)) this.run.settle({ kept: kind }, source);
  }
}

/**
 * Reads the sessions of a database, one family at a time: a session together with those that its agents started. `read`
 * makes one session from a family's rows. Rows without any message are kept.
 */
export async function importStore(
  files: readonly TranscriptFile[],
  { store, log }: OpenStore,
  tables: StoreTables,
  run: ImportRun,
  read: (rows: FamilyRows) => ItemSession | Promise<ItemSession>,
): Promise<Result<readonly Session[], ImportFailure>> {
  const used = storeFiles(files, { store, log }, run);
  const index = new SessionIndex(store, tables, run);
  const bytes = used.reduce((sum, file) => sum + file.bytes, 0);
  const sessions: Session[] = [];
  let spoken = 0;
  for (const family of index.families) {
    const part = new ImportRun(run.limits);
    part.unpacking = run.unpacking;
    const rows = new FamilyRows(store, index, family, part);
    const draft = await read(rows);
    settleSessions(rows, draft);
    rows.keepOthers();
    run.absorb(part);
    if (draft.messages.length > 0) {
      spoken += 1;
      sessions.push(...run.hand(draft.finish(used, part)));
    }
    const failure = run.advance(bytes / index.families.length);
    if (failure) return fail(failure);
  }
  return spoken > 0 ? ok(sessions) : fail(nothingSaid(run, index.families.length));
}

function settleSessions({ family, continuing, run }: FamilyRows, { messages }: ItemSession) {
  const agents = new Set(messages.map((message) => message.agent));
  family.forEach(({ id, place }, index) => {
    const isSpoken = messages.length > 0 && (index === 0 || agents.has(id) || continuing.has(id));
    const source = { file: 0, line: place.line, byteOffset: 0, byteLength: 0 };
    run.settle(isSpoken ? "interpreted" : { kept: "session without messages" }, source);
  });
}

/** The files of a database. Reports a missing write-ahead log. */
export function storeFiles(files: readonly TranscriptFile[], { store, log }: OpenStore, run: ImportRun) {
  if (store.usesWal && !log) reportMissingLog(run);
  return [files[0] as TranscriptFile, ...(log ? [log] : [])];
}

function reportMissingLog(run: ImportRun) {
  const message =
    "The database keeps its newest rows in a second file (same name, ending in -wal), which was not imported. If the client was running when the database was copied, these rows are missing.";
  run.report("store-log-missing", message, { file: 0, line: 0, byteOffset: 0, byteLength: 0 });
}

const nothingSaid = (run: ImportRun, sessions: number): ImportFailure =>
  notTranscript(
    run.issues.some(({ code }) => code === "damaged-row")
      ? "a client's database whose rows cannot be read"
      : `a client's database with ${sessions} sessions and no message`,
  );

/** The database of a sample, for importers that read one. */
export const storeIn = (sample: Sample): Store | null => (sample.shape === "store" ? sample.store : null);
