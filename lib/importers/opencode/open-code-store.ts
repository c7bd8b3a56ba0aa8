import type { Result } from "../../conversation/errors";
import { asObject, type JsonObject } from "../../formats/json-fields";
import type { Session } from "../../transcript/session";
import type { ImportFailure } from "../import-failure";
import type { ImportRun } from "../import-run";
import type { Sample, TranscriptFile } from "../importer";
import type { ItemSession } from "../item-session";
import { type FamilyRows, importStore } from "../sqlite/import-store";
import type { StoredSession, StoreTables } from "../sqlite/session-index";
import type { Store } from "../sqlite/store";
import type { StoreRow } from "../sqlite/store-row";
import { OpenCodeReader, type StoredMessage } from "./open-code-reader";

const TABLES: StoreTables = {
  sessions: { table: "session", parent: "parent_id", created: "time_created" },
  rows: [
    { table: "message", order: "time_created" },
    { table: "part", order: null },
  ],
};

const SESSION_COLUMNS = [
  "title",
  "directory",
  "version",
  "time_created",
  "tokens_input",
  "tokens_output",
  "tokens_reasoning",
  "tokens_cache_read",
  "tokens_cache_write",
];

/** The tables by which a database of OpenCode is recognised; null for every other database. */
export function openCodeTables(store: Store): string | null {
  const isOurs =
    store.has("session", ["id", "directory"]) &&
    store.has("message", ["id", "session_id", "data"]) &&
    store.has("part", ["id", "message_id", "session_id", "data"]);
  return isOurs ? "a database with session, message and part" : null;
}

/**
 * OpenCode since 1.14: `opencode.db`, with the sessions of all projects and the JSON of the storage tree in columns. Source:
 * https://github.com/anomalyco/opencode packages/opencode/src/session/session.sql.ts
 */
export const parseOpenCodeStore = (
  files: readonly TranscriptFile[],
  sample: Sample & { readonly shape: "store" },
  run: ImportRun,
): Promise<Result<readonly Session[], ImportFailure>> => importStore(files, sample, TABLES, run, readFamily);

function readFamily(rows: FamilyRows): ItemSession {
  const [root] = rows.family;
  const main = readSession(root, rows);
  for (const child of rows.spoken("message").slice(1)) readSession(child, rows, main.draft);
  return main.draft;
}

function readSession(session: StoredSession, rows: FamilyRows, draft?: ItemSession): OpenCodeReader {
  const row = rows.session(session, SESSION_COLUMNS);
  const info = row ? infoOf(session.id, row) : { id: session.id };
  const [root] = rows.family;
  const title = row?.text("title") ?? null;
  if (draft && session.parent !== null) {
    const parent = session.parent === root.id ? null : session.parent;
    // A sub-agent is known already if the call that started it has been read.
    draft.addSubAgent(session.id, { ...(parent !== null && { parent }), ...(title !== null && { title }) });
  }
  const reader = new OpenCodeReader(info, rows.run, draft && { draft, agent: session.id });
  const parts = partsOf(session.id, rows);
  for (const message of rows.rows("message", session.id, ["id", "data"])) {
    const id = message.text("id") ?? "";
    reader.read(storedMessage(id, message, parts.get(id) ?? [], rows.run));
    parts.delete(id);
  }
  for (const part of [...parts.values()].flat()) rows.run.settle({ kept: "part without its message" }, part.source);
  const nowhere = { file: 0, line: session.place.line, byteOffset: 0, byteLength: 0 };
  reader.end(row?.source ?? nowhere);
  return reader;
}

function storedMessage(id: string, row: StoreRow, parts: readonly StoreRow[], run: ImportRun): StoredMessage {
  const data = asObject(row.json("data", run.limits.maxDepth));
  return {
    info: data && { ...data, id },
    source: row.source,
    parts: parts.map((part) => ({ value: part.json("data", run.limits.maxDepth), source: part.source })),
  };
}

/** The parts of each message, ordered by id, which is the order of time. */
function partsOf(session: string, rows: FamilyRows): Map<string, StoreRow[]> {
  const byMessage = new Map<string, { id: string; row: StoreRow }[]>();
  for (const row of rows.rows("part", session, ["id", "message_id", "data"])) {
    const message = row.text("message_id") ?? "";
    const part = { id: row.text("id") ?? "", row };
    const known = byMessage.get(message);
    if (known) known.push(part);
    else byMessage.set(message, [part]);
  }
  const sorted = (parts: { id: string; row: StoreRow }[]) =>
    parts.sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)).map(({ row }) => row);
  return new Map([...byMessage].map(([message, parts]) => [message, sorted(parts)]));
}

/** The row of a session in the shape of a session file of the storage tree. */
function infoOf(id: string, row: StoreRow): JsonObject {
  const text = (column: string) => row.text(column);
  return {
    id,
    title: text("title"),
    directory: text("directory"),
    version: text("version"),
    time: { created: row.number("time_created") },
    tokens: {
      input: row.number("tokens_input"),
      output: row.number("tokens_output"),
      reasoning: row.number("tokens_reasoning"),
      cache: { read: row.number("tokens_cache_read"), write: row.number("tokens_cache_write") },
    },
  };
}
