import { fail, ok, type Result } from "../../conversation/errors";
import { asArray, asObject, type JsonObject } from "../../formats/json-fields";
import type { Session } from "../../transcript/session";
import { notTranscript } from "../describe-file";
import { ImportRun } from "../import-run";
import type { ImportFailure, TranscriptFile } from "../importer";
import { isoTime } from "../iso-time";
import { storeFiles } from "../sqlite/import-store";
import type { OpenStore } from "../sqlite/open-store";
import { settleLost } from "../sqlite/session-index";
import type { RowPlace, Store } from "../sqlite/store";
import { ConversationReader } from "./conversation-reader";

/** The tables of Amazon Q, which has no ids, and of Kiro. Both store a conversation under the folder in which it ran. */
const TABLES = ["conversations", "conversations_v2"] as const;

/** The tables by which the database is recognised; null for every other database. */
export const kiroTables = (store: Store): string | null =>
  store.has("conversations_v2", ["key", "conversation_id", "value"]) ||
  (store.has("conversations", ["key", "value"]) && store.has("state", ["key", "value"]))
    ? "a database of conversations by folder"
    : null;

type Found = { readonly place: RowPlace; readonly updated: number };

/**
 * `data.sqlite3`, one row per conversation. The same conversation may be stored under several folders; the newest row counts.
 */
export async function parseKiroStore(
  files: readonly TranscriptFile[],
  opened: OpenStore,
  run: ImportRun,
): Promise<Result<readonly Session[], ImportFailure>> {
  const { store } = opened;
  const used = storeFiles(files, opened, run);
  const found = findConversations(store, run);
  countOthers(store, run);
  const bytes = used.reduce((sum, file) => sum + file.bytes, 0);
  const sessions: Session[] = [];
  let spoken = 0;
  for (const { place } of found) {
    const part = new ImportRun(run.limits);
    const reader = readConversation(store, place, part);
    run.absorb(part);
    if (reader && reader.draft.messages.length > 0) {
      spoken += 1;
      sessions.push(...run.hand(reader.draft.finish(used, part)));
    }
    const failure = run.advance(bytes / found.length);
    if (failure) return fail(failure);
  }
  return spoken > 0 ? ok(sessions) : fail(notTranscript(`Kiro's database with ${found.length} empty conversations`));
}

function findConversations(store: Store, run: ImportRun): Found[] {
  const newest = new Map<string, Found>();
  for (const table of TABLES)
    for (const row of store.scan(table, ["key", "conversation_id", "updated_at"])) {
      if (!("row" in row)) {
        settleLost(row, table, run);
        continue;
      }
      const id = row.row.text("conversation_id") ?? `${table}:${row.row.text("key")}`;
      const found = { place: row.place, updated: row.row.number("updated_at") ?? 0 };
      const known = newest.get(id);
      if (known) run.settle({ kept: "older copy of a conversation" }, row.row.source);
      if (!known || known.updated < found.updated) newest.set(id, found);
    }
  return [...newest.values()];
}

function countOthers(store: Store, run: ImportRun) {
  for (const table of store.tableNames)
    if (!(TABLES as readonly string[]).includes(table))
      for (const found of store.scan(table, [])) {
        if ("row" in found) run.settle({ kept: `table:${table}` }, found.row.source);
        else settleLost(found, table, run);
      }
}

/** Reads a row, which is one item; its turns are further items with the row's place. */
function readConversation(store: Store, place: RowPlace, run: ImportRun): ConversationReader | null {
  const found = store.read(place, ["key", "value", "created_at"]);
  if (!("row" in found)) {
    settleLost(found, place.table, run);
    return null;
  }
  const { row } = found;
  const value: JsonObject | null = asObject(row.json("value", run.limits.maxDepth));
  if (!value) {
    const message = `Row ${row.source.line} of ${place.table} is no conversation. It was skipped, all others were kept.`;
    run.settle({ bad: "invalid-row", message }, row.source);
    return null;
  }
  const reader = new ConversationReader(value, row.text("key"));
  reader.draft.noteTime(isoTime(row.number("created_at")));
  for (const [index, turn] of (asArray(value.history) ?? []).entries()) {
    const verdict = reader.readTurn(turn, { ...row.source, line: index + 1 });
    if (typeof verdict === "object" && "bad" in verdict) run.report(verdict.bad, verdict.message, row.source);
  }
  const isSpoken = reader.draft.messages.length > 0;
  run.settle(isSpoken ? "interpreted" : { kept: "conversation without messages" }, row.source);
  return reader;
}
