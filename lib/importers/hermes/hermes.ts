import { fail, ok, type Result } from "../../conversation/errors";
import type { ToolDefinition } from "../../conversation/message";
import type { JsonValue, SourceLocation } from "../../conversation/part";
import { asArray, asObject, asText, type JsonObject, listOf } from "../../formats/json-fields";
import type { Session } from "../../transcript/session";
import { parseEnvelopes } from "../envelopes";
import type { ImportRun, RowVerdict } from "../import-run";
import type { Importer, ImportFailure, Sample, TranscriptFile } from "../importer";
import { ItemSession } from "../item-session";
import { parsedJson, textDrafts } from "../part-drafts";
import { readSampleRows, rowsOf } from "../sample-rows";
import { MAIN, timeOf } from "../session-draft";
import { type FamilyRows, importStore } from "../sqlite/import-store";
import type { StoredSession, StoreTables } from "../sqlite/session-index";
import type { Store } from "../sqlite/store";
import type { StoreRow } from "../sqlite/store-row";
import { isSummary, sayMessage } from "./message";

/**
 * Hermes Agent: its database `~/.hermes/state.db`, and the files in `~/.hermes/sessions`: `session_<id>.json`, or rows
 * after one with the role `session_meta`. Source: NousResearch/hermes-agent, hermes_state.py (schema 30, read 2026-08).
 */
export const hermes: Importer = {
  id: "hermes",
  title: "Hermes Agent",
  limitations: [
    "Hermes states tokens only for a full session (its JSON files not even that), so no request has usage and all its counts are estimated.",
  ],
  unchecked: "its database (its files were compared with a made-up one)",
  detect(sample) {
    if (sample.shape === "store") return hermesTables(sample.store);
    const first = asObject(rowsOf(sample)[0]);
    if (first?.role === "session_meta") return "messages behind a row of the role session_meta";
    return isSession(first) ? "session_id, platform and session_start with messages" : null;
  },
  async parse(files, sample, run) {
    if (sample.shape === "store") return parseHermesStore(files, sample, run);
    if (asObject(rowsOf(sample)[0])?.role === "session_meta") return parseRows(files, sample, run);
    return parseEnvelopes(files, sample, run, (object, envelope) => {
      if (!isSession(object)) return null;
      const draft = new ItemSession("hermes", "Hermes Agent");
      draft.logId = asText(object.session_id) ?? "";
      draft.isSnapshot = true;
      draft.project = asText(asObject(object.model_config)?.cwd);
      const model = describe(draft, object);
      draft.noteTime(timeOf(object.session_start));
      draft.noteTime(timeOf(object.last_updated));
      envelope.read(asArray(object.messages) ?? [], (value, source) => {
        if (draft.messages.length === 0) saySystem(draft, object, source);
        return readMessage(draft, value, model, source);
      });
      return draft;
    });
  },
};

const isSession = (value: JsonObject | null): value is JsonObject =>
  asText(value?.session_id) !== null &&
  asText(value?.platform) !== null &&
  asText(value?.session_start) !== null &&
  asArray(value?.messages) !== null;

async function parseRows(
  files: readonly TranscriptFile[],
  sample: Sample,
  run: ImportRun,
): Promise<Result<readonly Session[], ImportFailure>> {
  const [file] = files;
  if (!file) throw new Error("an import has at least one file");
  const draft = new ItemSession("hermes", "Hermes Agent");
  let model: string | null = null;
  const failure = await readSampleRows(file, sample, run, (value, source) => {
    const row = asObject(value);
    if (row?.role !== "session_meta") return readMessage(draft, value, model, source);
    model = describe(draft, row) ?? model;
    draft.noteTime(timeOf(row.timestamp));
    return "interpreted";
  });
  return failure ? fail(failure) : ok([draft.finish([file], run)]);
}

function readMessage(draft: ItemSession, value: unknown, model: string | null, source: SourceLocation): RowVerdict {
  const message = asObject(value);
  if (message) return sayMessage(draft, message, { model, agent: null, source });
  return { bad: "invalid-row", message: `Item ${source.line} is not a message of Hermes.` };
}

/** Records the tools and returns the model. */
function describe(draft: ItemSession, { tools, model }: JsonObject): string | null {
  const defined = (asArray(tools) ?? []).flatMap((value) => listOf(toolOf(asObject(value))));
  if (defined.length > 0) draft.tools = defined;
  return asText(model);
}

function saySystem(draft: ItemSession, { system_prompt }: JsonObject, source: SourceLocation): void {
  draft.say({ role: "system", origin: "system", parts: textDrafts(asText(system_prompt)), time: null }, source);
}

function toolOf(tool: JsonObject | null): ToolDefinition | null {
  const called = asObject(tool?.function);
  const name = asText(called?.name) ?? asText(tool?.name);
  if (!tool || name === null) return null;
  const description = asText(called?.description) ?? asText(tool.description);
  const schema = (called?.parameters ?? tool.input_schema ?? tool.parameters ?? {}) as JsonValue;
  return { name, ...(description !== null && { description }), schema };
}

const TABLES: StoreTables = {
  sessions: { table: "sessions", parent: "parent_session_id", created: "started_at" },
  // Messages that a compaction kept have times from before it, so rows are ordered by id.
  rows: [{ table: "messages", order: "id" }],
};

const COUNTERS = ["input_tokens", "output_tokens", "cache_read_tokens", "cache_write_tokens"] as const;
const SESSION_COLUMNS = ["title", "model", "system_prompt", "cwd", "started_at", "ended_at", "end_reason", ...COUNTERS];
const TEXTS = ["role", "content", "tool_call_id", "tool_name", "reasoning", "reasoning_content"] as const;
const MESSAGE_COLUMNS = ["id", ...TEXTS, "tool_calls", "timestamp", "active", "compacted"];

/** The tables by which a database of Hermes is recognised; null for every other database. */
const hermesTables = (store: Store): string | null =>
  store.has("messages", ["session_id", "role", "tool_calls", "finish_reason"]) &&
  store.has("sessions", ["id", "parent_session_id", "end_reason"])
    ? "a database with sessions that have an end_reason, and messages with tool_calls and finish_reason"
    : null;

/** A session that ended with a compaction continues in its child. All other children are sub-agents. */
const parseHermesStore = (
  files: readonly TranscriptFile[],
  sample: Sample & { readonly shape: "store" },
  run: ImportRun,
): Promise<Result<readonly Session[], ImportFailure>> =>
  importStore(files, sample, TABLES, run, (rows) => new FamilyReader(rows).read());

type Thread = {
  /** The sub-agent; null in the main thread. */
  readonly agent: string | null;
  /** When the session ended with a compaction, in seconds; null if it did not. */
  readonly compactedAt: number | null;
};

class FamilyReader {
  private readonly draft = new ItemSession("hermes", "Hermes Agent");
  private systemPrompt: string | null = null;
  private readonly threads = new Map<string, Thread>();
  /** Messages so far, by agent. A compaction writes the messages that it keeps a second time. */
  private readonly said = new Map<string | null, Set<string>>();

  constructor(private readonly rows: FamilyRows) {}

  read(): ItemSession {
    this.draft.logId = this.rows.family[0].id;
    for (const session of this.rows.spoken("messages")) this.readSession(session);
    return this.draft;
  }

  private readSession(session: StoredSession): void {
    const row = this.rows.session(session, SESSION_COLUMNS);
    const parent = session.parent === null ? undefined : this.threads.get(session.parent);
    const isRoot = session === this.rows.family[0];
    // A child session that started before the compaction is a sub-agent's.
    const compactedAt = parent?.compactedAt ?? null;
    const continues = compactedAt !== null && session.created >= compactedAt;
    if (continues) this.rows.continuing.add(session.id);
    const agent = isRoot ? null : continues ? (parent?.agent ?? null) : session.id;
    const isCompacted = row?.text("end_reason") === "compression";
    this.threads.set(session.id, { agent, compactedAt: isCompacted ? (row?.number("ended_at") ?? 0) : null });
    if (isRoot) this.describe(row);
    else if (!continues) this.draft.addSubAgent(session.id, nameOf(session, row, parent?.agent ?? null));
    this.readMessages(session, row, agent, continues);
    if (row) this.reportTotals(row);
  }

  private describe(row: StoreRow | null): void {
    if (!row) return;
    this.draft.title = row.text("title");
    this.draft.project = row.text("cwd");
    this.draft.noteTime(timeOf(row.number("started_at")));
    this.systemPrompt = row.text("system_prompt");
    this.saySystem(null, row);
  }

  /**
   * Every prompt of the main thread starts with the system prompt. Sub-agents' system prompts are not in these rows.
   */
  private saySystem(agent: string | null, { source }: StoreRow): void {
    const parts = agent === null ? textDrafts(this.systemPrompt) : [];
    this.draft.say({ role: "system", origin: "system", parts, time: null }, source);
  }

  private readMessages(session: StoredSession, row: StoreRow | null, agent: string | null, continues: boolean): void {
    const model = row?.text("model") ?? null;
    let isBehindCut = continues;
    let isCopying = false;
    for (const stored of this.rows.rows("messages", session.id, MESSAGE_COLUMNS)) {
      const message = messageOf(stored);
      const isInactive = stored.number("active") === 0;
      const isCut = isInactive && stored.number("compacted") === 1;
      const isFirst = isBehindCut && !isCut;
      isBehindCut = isCut;
      const isKnown = this.noteSaid(message, agent);
      isCopying = (isFirst || isCopying) && (isKnown || isSummary(message));
      const place = { model, agent, source: stored.source, isHidden: isInactive && !isCut, isCopy: isCopying };
      const atMessage = this.draft.messages.length;
      if (isFirst) this.saySystem(agent, stored);
      const summaryIndex = isSummary(message) ? this.draft.messages.length : null;
      this.rows.run.settle(sayMessage(this.draft, message, place), stored.source);
      if (!isFirst) continue;
      const time = timeOf(message.timestamp);
      this.draft.compaction({ trigger: "unknown", time, atMessage, summaryIndex }, stored.source, agent ?? MAIN);
    }
  }

  /** True if the same message was read in this thread before. */
  private noteSaid({ timestamp: _timestamp, ...content }: JsonObject, agent: string | null): boolean {
    const said = this.said.get(agent) ?? new Set<string>();
    this.said.set(agent, said);
    const key = JSON.stringify(content);
    const isKnown = said.has(key);
    said.add(key);
    return isKnown;
  }

  private reportTotals(row: StoreRow): void {
    const counts = COUNTERS.map((name) => `${row.number(name) ?? "unknown"} ${name.replaceAll("_", " ")}`);
    if (COUNTERS.every((name) => !row.number(name))) return;
    const message = `Hermes states tokens for a session only: ${counts.join(", ")}. Winnow counts each request itself.`;
    this.rows.run.report("usage-of-session-only", message, row.source);
  }
}

function nameOf({ parent }: StoredSession, row: StoreRow | null, parentAgent: string | null) {
  const title = row?.text("title") ?? null;
  const isNested = parent !== null && parentAgent !== null;
  return { ...(isNested && { parent: parentAgent }), ...(title !== null && { title }) };
}

/** The row as the original message. Content that is not text is stored as JSON after a marker. */
function messageOf(row: StoreRow): JsonObject {
  const texts = TEXTS.flatMap((name) => {
    const text = row.text(name);
    return text === null ? [] : [[name, text] as const];
  });
  const content = row.text("content");
  const isJson = content?.startsWith(JSON_MARK) === true;
  const calls = row.text("tool_calls");
  return {
    ...Object.fromEntries(texts),
    ...(isJson && { content: parsedJson(content.slice(JSON_MARK.length)) ?? content }),
    ...(calls !== null && { tool_calls: parsedJson(calls) ?? [] }),
    timestamp: row.number("timestamp"),
  };
}

const JSON_MARK = "\u0000json:";
