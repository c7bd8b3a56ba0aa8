import type { Result } from "../../conversation/errors";
import { asCount, asText } from "../../formats/json-fields";
import type { Session } from "../../transcript/session";
import type { ImportFailure } from "../import-failure";
import type { ImportRun } from "../import-run";
import type { Sample, TranscriptFile } from "../importer";
import { isoTime } from "../iso-time";
import { ItemSession } from "../item-session";
import { parsedObject } from "../part-drafts";
import { type FamilyRows, importStore } from "../sqlite/import-store";
import type { StoredSession, StoreTables } from "../sqlite/session-index";
import type { Store } from "../sqlite/store";
import type { StoreRow } from "../sqlite/store-row";
import { GooseReader } from "./goose-reader";
import { LEDGER_COLUMNS, ledgerEntry, statedTotals } from "./goose-usage";

const TABLES: StoreTables = {
  sessions: { table: "sessions", parent: "parent_session_id", created: "created_at" },
  rows: [
    { table: "messages", order: null },
    { table: "usage_ledger", order: null },
  ],
};

const SESSION_COLUMNS = [
  "name",
  "description",
  "working_dir",
  "created_at",
  "model_config_json",
  "accumulated_input_tokens",
  "accumulated_output_tokens",
];

/** The tables by which a database of Goose is recognised; null for every other database. */
export const gooseTables = (store: Store): string | null =>
  store.has("messages", ["session_id", "role", "content_json"]) && store.has("sessions", ["id", "working_dir"])
    ? "a database with sessions, and messages with content_json"
    : null;

/**
 * Goose since 1.10: `sessions.db`, with the sessions of all projects. Schema 16 adds a ledger with the usage of each call.
 * Source: https://github.com/block/goose crates/goose/src/session/session_manager.rs
 */
export const parseGooseStore = (
  files: readonly TranscriptFile[],
  sample: Sample & { readonly shape: "store" },
  run: ImportRun,
): Promise<Result<readonly Session[], ImportFailure>> => importStore(files, sample, TABLES, run, readFamily);

function readFamily(rows: FamilyRows): ItemSession {
  const draft = new ItemSession("goose", "Goose");
  const [root] = rows.family;
  draft.logId = root.id;
  for (const session of rows.spoken("messages")) readSession(session, draft, rows);
  return draft;
}

function readSession(session: StoredSession, draft: ItemSession, rows: FamilyRows) {
  const [root] = rows.family;
  const row = rows.session(session, SESSION_COLUMNS);
  const title = row?.text("name") ?? row?.text("description") ?? null;
  if (session === root) {
    draft.title = title;
    draft.project = row?.text("working_dir") ?? null;
    draft.noteTime(isoTime(row?.text("created_at")));
  } else {
    const parent = session.parent === root.id ? null : session.parent;
    draft.addSubAgent(session.id, { ...(parent !== null && { parent }), ...(title !== null && { title }) });
  }
  const ledger = [...rows.rows("usage_ledger", session.id, LEDGER_COLUMNS)].map(ledgerEntry);
  const config = parsedObject(row?.text("model_config_json"));
  const used = { model: asText(config?.model_name), window: asCount(config?.context_limit) };
  new GooseReader(draft, session === root ? null : session.id, used, ledger, rows).read(session.id);
  if (row && ledger.length === 0) reportTotals(row, rows.run);
}

function reportTotals(row: StoreRow, run: ImportRun) {
  const [input, output] = [row.number("accumulated_input_tokens"), row.number("accumulated_output_tokens")];
  const message = statedTotals({ input, output });
  if (message !== null) run.report("usage-of-session-only", message, row.source);
}
