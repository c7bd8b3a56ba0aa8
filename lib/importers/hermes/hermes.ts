import { fail, ok, type Result } from "../../conversation/errors";
import type { ToolDefinition } from "../../conversation/message";
import type { JsonValue, SourceLocation } from "../../conversation/part";
import { asArray, asObject, asText, type JsonObject, listOf } from "../../formats/json-fields";
import type { Session } from "../../transcript/session";
import { parseEnvelopes } from "../envelopes";
import type { ImportRun, RowVerdict } from "../import-run";
import type { Importer, ImportFailure, Sample, TranscriptFile } from "../importer";
import { ItemSession } from "../item-session";
import { parsedJson, parsedObject, textDrafts } from "../part-drafts";
import { readSampleRows, rowsOf } from "../sample-rows";
import { MAIN, timeOf } from "../session-draft";
import { type FamilyRows, importStore } from "../sqlite/import-store";
import type { StoredSession, StoreTables } from "../sqlite/session-index";
import type { RowPlace, Store } from "../sqlite/store";
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
    "Hermes reports tokens only per session (and not at all in its JSON files), so no request has usage and all its counts are estimated.",
  ],
  unchecked: "its database (its files were checked only against a made-up example)",
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
  sessions: {
    table: "sessions",
    parent: "parent_session_id",
    created: "started_at",
    apart: { columns: ["model_config"], is: isApart },
  },
  // Messages that a compaction kept have times from before it, so rows are ordered by id.
  rows: [{ table: "messages", order: "id" }],
};

const COUNTERS = ["input_tokens", "output_tokens", "cache_read_tokens", "cache_write_tokens"] as const;
const PROMPT_COLUMNS = ["system_prompt", "system_prompt_hash"];
const SESSION_COLUMNS = [
  "title",
  "model",
  ...PROMPT_COLUMNS,
  "cwd",
  "started_at",
  "ended_at",
  "end_reason",
  ...COUNTERS,
];
const TEXTS = [
  "role",
  "content",
  "api_content",
  "tool_call_id",
  "tool_name",
  "reasoning",
  "reasoning_content",
] as const;
const FLAGS = ["active", "compacted", "_compressed_summary"];
const MESSAGE_COLUMNS = ["id", ...TEXTS, "tool_calls", "timestamp", ...FLAGS];

/**
 * True for a session that a user branched off or started anew, which is a separate conversation. Its settings contain
 * the id of its parent. A session that continues another inherits that other's settings.
 */
function isApart(row: StoreRow, parent: string): boolean {
  const config = parsedObject(row.text("model_config"));
  return config?._branched_from === parent || config?._reset_from === parent;
}

/** The tables by which a database of Hermes is recognised; null for every other database. */
const hermesTables = (store: Store): string | null =>
  store.has("messages", ["session_id", "role", "tool_calls", "finish_reason"]) &&
  store.has("sessions", ["id", "parent_session_id", "end_reason"])
    ? "a database with sessions that have an end_reason, and messages with tool_calls and finish_reason"
    : null;

/** A session that ended with a compaction continues in its child. All other children are sub-agents. */
function parseHermesStore(
  files: readonly TranscriptFile[],
  sample: Sample & { readonly shape: "store" },
  run: ImportRun,
): Promise<Result<readonly Session[], ImportFailure>> {
  const promptOf = promptsIn(sample.store);
  return importStore(files, sample, TABLES, run, (rows) => new FamilyReader(rows, promptOf).read());
}

type PromptOf = (session: StoreRow) => string | null;

/** Finds the system prompt of a session: in its row or, since schema 25, in a table by its hash. */
function promptsIn(store: Store): PromptOf {
  const places = new Map<string | null, RowPlace>();
  for (const found of store.scan("system_prompts", ["hash"]))
    if ("row" in found) places.set(found.row.text("hash"), found.place);
  return (session) => {
    const hash = session.text("system_prompt_hash");
    const place = hash === null ? undefined : places.get(hash);
    const found = place && store.read(place, ["prompt"]);
    return session.text("system_prompt") ?? (found && "row" in found ? found.row.text("prompt") : null);
  };
}

type Thread = {
  /** The sub-agent; null in the main thread. */
  readonly agent: string | null;
  readonly systemPrompt: string | null;
  /** When the session ended with a compaction, in seconds; null if it did not. */
  readonly compactedAt: number | null;
};

class FamilyReader {
  private readonly draft = new ItemSession("hermes", "Hermes Agent");
  private readonly threads = new Map<string, Thread>();
  /** Messages so far, by agent. A compaction writes the messages that it keeps a second time. */
  private readonly said = new Map<string | null, Set<string>>();

  constructor(
    private readonly rows: FamilyRows,
    private readonly promptOf: PromptOf,
  ) {}

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
    const thread = {
      agent,
      systemPrompt: (row && this.promptOf(row)) ?? (continues ? (parent?.systemPrompt ?? null) : null),
      compactedAt: isCompacted ? (row?.number("ended_at") ?? 0) : null,
    };
    this.threads.set(session.id, thread);
    if (isRoot) this.describe(row);
    else if (!continues) this.draft.addSubAgent(session.id, nameOf(session, row, parent?.agent ?? null));
    if (row && !continues) this.saySystem(thread, row);
    this.readMessages(session, row, thread, continues);
    if (row) this.reportTotals(row);
  }

  private describe(row: StoreRow | null): void {
    if (!row) return;
    this.draft.title = row.text("title");
    this.draft.project = row.text("cwd");
    this.draft.noteTime(timeOf(row.number("started_at")));
  }

  /** Every prompt of a thread starts with its system prompt. */
  private saySystem({ agent, systemPrompt }: Thread, { source }: StoreRow): void {
    const parts = textDrafts(systemPrompt);
    this.draft.say({ role: "system", origin: "system", parts, time: null, ...(agent !== null && { agent }) }, source);
  }

  private readMessages(session: StoredSession, row: StoreRow | null, thread: Thread, continues: boolean): void {
    const { agent } = thread;
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
      if (isFirst) this.saySystem(thread, stored);
      const summaryIndex = isSummary(message) ? this.draft.messages.length : null;
      this.rows.run.settle(sayMessage(this.draft, message, place), stored.source);
      if (!isFirst) continue;
      const time = timeOf(message.timestamp);
      this.draft.compaction({ trigger: "unknown", time, atMessage, summaryIndex }, stored.source, agent ?? MAIN);
    }
  }

  /** True if the same message was read in this thread before. */
  private noteSaid(
    { timestamp: _timestamp, api_content: _sent, ...content }: JsonObject,
    agent: string | null,
  ): boolean {
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
    const message = `Hermes reports tokens only per session: ${counts.join(", ")}. Winnow counts each request itself.`;
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
    ...(row.number("_compressed_summary") === 1 && { _compressed_summary: true }),
  };
}

const JSON_MARK = "\u0000json:";
