import type { Result } from "../../conversation/errors";
import { asArray, asCount, asObject, asText, type JsonObject } from "../../formats/json-fields";
import type { Session } from "../../transcript/session";
import type { ImportFailure } from "../import-failure";
import type { ImportRun, RowVerdict } from "../import-run";
import type { Sample, TranscriptFile } from "../importer";
import { isoTime } from "../iso-time";
import { ItemSession, type PartDraft } from "../item-session";
import { parsedObject } from "../part-drafts";
import { MAIN } from "../session-draft";
import { type FamilyRows, importStore } from "../sqlite/import-store";
import type { StoredSession, StoreTables } from "../sqlite/session-index";
import type { Store } from "../sqlite/store";
import type { StoreRow } from "../sqlite/store-row";
import { partOf } from "./goose-part";
import { LEDGER_COLUMNS, type LedgerEntry, ledgerEntry, matchLedger, secondsOf, statedTotals } from "./goose-usage";

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

const COLUMNS = ["message_id", "role", "content_json", "created_timestamp", "metadata_json"];

type Message = {
  readonly row: StoreRow;
  readonly blocks: readonly unknown[];
  readonly metadata: JsonObject | null;
  readonly time: string | null;
};

const isForModel = (metadata: JsonObject | null) => metadata?.agentVisible !== false;
/**
 * True for the messages that replace the history in a compaction: the summary, and the instruction to continue from it.
 */
const isForModelOnly = (metadata: JsonObject | null) => metadata?.userVisible === false && isForModel(metadata);

/** Types of notes from the client to its user. */
const NEVER_SENT = new Set([
  "systemNotification",
  "toolConfirmationRequest",
  "actionRequired",
  "conversationCompacted",
]);

const isNote = ({ blocks }: Message) =>
  blocks.length > 0 && blocks.every((block) => NEVER_SENT.has(asText(asObject(block)?.type) ?? ""));

const isAnswer = (message: Message) =>
  message.row.text("role") === "assistant" && !isForModelOnly(message.metadata) && !isNote(message);

/** Interprets the messages of one session in order. */
class GooseReader {
  private readonly agent: string;
  private usage: ReadonlyMap<Message, LedgerEntry> = new Map();
  private lastCompaction = -1;
  private wasForModelOnly = false;

  constructor(
    private readonly draft: ItemSession,
    subAgent: string | null,
    private readonly used: { readonly model: string | null; readonly window: number | null },
    private readonly ledger: readonly LedgerEntry[],
    private readonly rows: FamilyRows,
  ) {
    this.agent = subAgent ?? MAIN;
  }

  read(session: string) {
    const messages = [...this.rows.rows("messages", session, COLUMNS)].flatMap((row) => this.parsed(row) ?? []);
    this.lastCompaction = messages.findLastIndex(({ metadata }) => isForModelOnly(metadata));
    this.matchUsage(messages.filter(isAnswer));
    messages.forEach((message, index) => {
      this.rows.run.settle(this.message(message, index), message.row.source);
    });
  }

  private parsed(row: StoreRow): Message | null {
    const blocks = asArray(row.json("content_json", this.rows.run.limits.maxDepth));
    const metadata = parsedObject(row.text("metadata_json"));
    if (!blocks) this.rows.run.settle(notAMessage(row), row.source);
    return blocks && { row, blocks, metadata, time: isoTime(row.number("created_timestamp")) };
  }

  /** Gives each answer its entry of the ledger. A compaction's own call is not an answer of the conversation. */
  private matchUsage(answers: readonly Message[]) {
    const ofAnswers = this.ledger.filter(({ row }) => row.number("is_compaction") !== 1);
    const begun = answers.map(({ row }) => secondsOf(row.number("created_timestamp") ?? 0));
    this.usage = new Map(
      [...matchLedger(ofAnswers, begun)].map(([index, entry]) => [answers[index] as Message, entry]),
    );
    const used = new Set(this.usage.values());
    for (const entry of this.ledger) {
      const isCompaction = entry.row.number("is_compaction") === 1;
      const kept = { kept: isCompaction ? "usage of a compaction" : "usage without its answer" };
      this.rows.run.settle(used.has(entry) ? "interpreted" : kept, entry.row.source);
    }
  }

  private message(message: Message, index: number): RowVerdict {
    const { row, blocks, metadata } = message;
    const role = row.text("role");
    if (role !== "user" && role !== "assistant") return notAMessage(row);
    const isOnly = isForModelOnly(metadata);
    const isFirst = isOnly && !this.wasForModelOnly && index > 0;
    this.wasForModelOnly = isOnly;
    // Messages hidden by a later compaction were still in the prompt before it.
    const isHidden = !isForModel(metadata) && index > this.lastCompaction;
    const parts = blocks.map(partOf);
    if (isNote(message)) return this.note(role, parts, message);
    if (isOnly) return this.standIn(role, parts, isFirst, message);
    return role === "assistant" ? this.answer(parts, isHidden, message) : this.user(parts, isHidden, message);
  }

  private note(role: "user" | "assistant", parts: readonly PartDraft[], { row, time }: Message): RowVerdict {
    this.draft.say({ role, origin: "client", parts, time, agent: this.agent, isHidden: true }, row.source);
    return "interpreted";
  }

  private standIn(
    role: "user" | "assistant",
    parts: PartDraft[],
    isFirst: boolean,
    { row, time }: Message,
  ): RowVerdict {
    const origin = isFirst ? "summary" : "client";
    const index = this.draft.say({ role, origin, parts, time, agent: this.agent }, row.source);
    if (index === null) return { kept: `${role} (empty)` };
    const detail = { trigger: "unknown", time, atMessage: index, summaryIndex: index } as const;
    if (isFirst) this.draft.compaction(detail, row.source, this.agent);
    return "interpreted";
  }

  private answer(parts: readonly PartDraft[], isHidden: boolean, message: Message): RowVerdict {
    const { row, metadata, time } = message;
    const entry = this.usage.get(message);
    const model = entry?.model ?? asText(asObject(metadata?.inference)?.model) ?? this.used.model;
    // The session's settings contain only the window of the model that they configure.
    const window = model === this.used.model ? this.used.window : null;
    const known = {
      id: row.text("message_id"),
      model,
      usage: entry?.usage ?? null,
      limits: window ? { window } : null,
    };
    const answer = { ...known, parts, time, agent: this.agent };
    return this.draft.answer({ ...answer, isHidden }, row.source) ? "interpreted" : { kept: "assistant (empty)" };
  }

  private user(parts: readonly PartDraft[], isHidden: boolean, { row, time }: Message): RowVerdict {
    const isTool = parts.length > 0 && parts.every((part) => part.type === "tool-result");
    const role = isTool ? "tool" : "user";
    const origin = isTool ? "tool" : this.agent === MAIN ? "typed" : "client";
    const index = this.draft.say({ role, origin, parts, time, agent: this.agent, isHidden }, row.source);
    return index === null ? { kept: "user (empty)" } : "interpreted";
  }
}

const notAMessage = ({ source }: StoreRow): RowVerdict => ({
  bad: "invalid-row",
  message: `Row ${source.line} of messages is not a message of Goose. It was skipped; all others were kept.`,
});
