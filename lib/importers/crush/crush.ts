import { asText } from "../../formats/json-fields";
import type { Importer } from "../importer";
import { ItemSession } from "../item-session";
import { type FamilyRows, importStore, storeIn } from "../sqlite/import-store";
import type { StoredSession, StoreTables } from "../sqlite/session-index";
import { CrushReader, MESSAGE_COLUMNS } from "./crush-reader";

const TABLES: StoreTables = {
  sessions: { table: "sessions", parent: "parent_session_id", created: "created_at" },
  rows: [{ table: "messages", order: "created_at" }],
};

const SESSION_COLUMNS = ["title", "prompt_tokens", "completion_tokens", "cost", "summary_message_id"];

/**
 * Crush: one database per project (`.crush/crush.db`). It stores only the tokens of a session's last request, so no
 * response has usage. Source: https://github.com/charmbracelet/crush internal/db/migrations
 */
export const crush: Importer = {
  id: "crush",
  title: "Crush",
  limitations: [
    "Crush stores only the tokens of a session's last request: no answer has usage, so cost, cache reads and breaks of individual requests are unknown.",
    "The system prompt and tool definitions are not in its database, so prompts here are shorter than what was sent.",
  ],
  detect(sample) {
    const store = storeIn(sample);
    const isCrush = store?.has("messages", ["session_id", "role", "parts"]) && store.has("sessions", ["id", "title"]);
    return isCrush ? "a database with sessions, and messages with parts" : null;
  },
  parse(files, sample, run) {
    if (sample.shape !== "store") throw new Error("parse is only called on what detect claimed");
    return importStore(files, sample, TABLES, run, readFamily);
  },
};

function readFamily(rows: FamilyRows): ItemSession {
  const draft = new ItemSession("crush", "Crush");
  const [root] = rows.family;
  draft.logId = root.id;
  draft.isSnapshot = true;
  for (const session of rows.spoken("messages")) readSession(session, session === root, draft, rows);
  return draft;
}

function readSession(session: StoredSession, isRoot: boolean, draft: ItemSession, rows: FamilyRows) {
  const row = rows.session(session, SESSION_COLUMNS);
  const title = row?.text("title") ?? null;
  if (isRoot) {
    draft.title = title;
    draft.statedCost = row?.number("cost") || null; // includes that of the sub-agents
  } else addSubAgent(session, title, draft, rows);
  const reader = new CrushReader(draft, isRoot ? null : session.id, row?.text("summary_message_id") ?? null, rows.run);
  for (const message of rows.rows("messages", session.id, MESSAGE_COLUMNS)) reader.read(message);
  const prompt = row?.number("prompt_tokens") ?? 0;
  const output = row?.number("completion_tokens") ?? 0;
  if (row && prompt + output > 0) rows.run.report("usage-of-session-only", stated(prompt, output), row.source);
}

const stated = (prompt: number, output: number) =>
  `Crush reports tokens only for a session's last request: ${prompt} in and ${output} out. Winnow counts the others itself.`;

/**
 * The id of a sub-agent's session is the id of the call that started it, alone or after the id of that call's message.
 */
function addSubAgent({ id, parent }: StoredSession, title: string | null, draft: ItemSession, rows: FamilyRows) {
  const isOfRoot = parent === rows.family[0].id;
  const toolCallId = asText(id.split("$$")[1]) ?? (draft.hasCall(id) ? id : null);
  draft.addSubAgent(id, {
    ...(!isOfRoot && parent !== null && { parent }),
    ...(toolCallId !== null && { toolCallId }),
    ...(title !== null && { title }),
  });
}
