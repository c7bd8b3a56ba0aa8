import { fail, ok, type Result } from "../../conversation/errors";
import type { SourceLocation } from "../../conversation/part";
import { asArray, asObject, asString, asText, type JsonObject } from "../../formats/json-fields";
import type { Session } from "../../transcript/session";
import { notTranscript } from "../describe-file";
import { finishAll, firstOf, parseEnvelopes } from "../envelopes";
import { ImportRun, type RowVerdict } from "../import-run";
import type { Importer, ImportFailure, Sample, TranscriptFile } from "../importer";
import { isoTime } from "../iso-time";
import { ItemSession, type PartDraft } from "../item-session";
import { readJsonFile } from "../json-file";
import { readJsonl } from "../jsonl-reader";
import { looseContent } from "../loose-content";
import { opaqueDraft, outputOf, textDrafts, textOutput, toolCallDraft, toolResultDraft } from "../part-drafts";
import { storeFiles } from "../sqlite/import-store";
import type { OpenStore } from "../sqlite/open-store";
import { settleLost } from "../sqlite/session-index";
import type { RowPlace, Store } from "../sqlite/store";
import { ConversationReader, modelName } from "./conversation-reader";

const KINDS = new Set(["Prompt", "AssistantMessage", "ToolResults", "Clear"]);

/**
 * Kiro CLI, formerly Amazon Q Developer CLI. Until 2026 it stored conversations in a database (or single ones in files
 * written by `/save`). Since then each is a file of rows, with the session's data in another file.
 */
export const kiroCli: Importer = {
  id: "kiro-cli",
  title: "Kiro CLI",
  limitations: [
    "Kiro counts credits per turn and no tokens, so usage, cost and cache reads are unknown, and tokens are Winnow's own counts of the log's content.",
    "The system prompt, files added as context and, since 2026, tool definitions are not in its log, so prompts here are shorter than what was sent.",
    "If Kiro chose the model itself (auto), the log does not name it. Calls without an id are matched with their results in order.",
  ],
  unchecked: "Kiro's rows since 2026, and its database beyond the one conversation that was read",
  detect(sample) {
    if (sample.shape === "store") return kiroTables(sample.store);
    if (isConversation(firstOf(sample))) return "a conversation_id, and a history of user and assistant";
    return sample.shape === "rows" && sample.rows.some(isRow) ? "rows with version, kind and data" : null;
  },
  async parse(files, sample, run) {
    if (sample.shape === "store") return parseKiroStore(files, sample, run);
    if (isConversation(firstOf(sample))) return parseConversations(files, sample, run);
    const [file, ...companions] = files;
    if (!file || sample.shape !== "rows") throw new Error("parse is only called on what detect claimed");
    const reader = new SessionRows();
    for (const [index, companion] of companions.entries()) {
      const source = { file: index + 1, line: 1, byteOffset: 0, byteLength: companion.bytes };
      const facts = await readJsonFile(companion, "utf-8", run);
      run.settle(facts.ok ? reader.readFacts(facts.value) : { kept: "a file that is not of this session" }, source);
    }
    const failure = await readJsonl(file, 0, sample.encoding, run, reader.interpret);
    if (failure) return fail(failure);
    return reader.draft.messages.length > 0 ? ok([reader.draft.finish(files, run)]) : finishAll([], file, run);
  },
};

const isRow = (row: JsonObject): boolean =>
  KINDS.has(asText(row.kind) ?? "") && asObject(row.data) !== null && "version" in row;

function isConversation(value: JsonObject | null): boolean {
  const [turn] = asArray(value?.history) ?? [];
  const pair = asArray(turn);
  const user = asObject(pair ? pair[0] : asObject(turn)?.user);
  const assistant = asObject(pair ? pair[1] : asObject(turn)?.assistant);
  const isAnswer = assistant !== null && ("Response" in assistant || "ToolUse" in assistant);
  return value !== null && "conversation_id" in value && user !== null && "content" in user && isAnswer;
}

const parseConversations = (files: readonly TranscriptFile[], sample: Sample, run: ImportRun) =>
  parseEnvelopes(files, sample, run, (value, envelope, source) => {
    if (!isConversation(value)) return null;
    const reader = new ConversationReader(value, null);
    envelope.read(asArray(value.history) ?? [], reader.readTurn);
    reader.end(source);
    return reader.draft;
  });

/** Rows `{version, kind, data}` of Kiro CLI since 2026. Source: kenn-io/agentsview, internal/parser/kiro.go (2026-08). */
class SessionRows {
  readonly draft = new ItemSession("kiro-cli", "Kiro CLI");

  /** Reads the session's own file, with its folder and model. Null if it is another file. */
  readonly readFacts = (value: unknown): RowVerdict => {
    const facts = asObject(value);
    const id = asText(facts?.session_id);
    if (!facts || id === null) return { kept: "a file that is not of this session" };
    this.draft.logId = id;
    this.draft.project = asText(facts.cwd);
    this.draft.title = asText(facts.title);
    this.draft.noteTime(isoTime(facts.created_at));
    this.model = modelName(facts.model) ?? modelName(facts.model_id);
    return "interpreted";
  };

  private model: string | null = null;

  readonly interpret = (value: unknown, source: SourceLocation): RowVerdict => {
    const row = asObject(value);
    const kind = asText(row?.kind);
    const data = asObject(row?.data);
    if (kind === null) return { bad: "invalid-row", message: `Line ${source.line} has no kind. It was skipped.` };
    const parts = (asArray(data?.content) ?? []).map(partOf);
    const time = isoTime(asObject(data?.meta)?.timestamp);
    switch (kind) {
      case "Prompt":
        return this.prompt(parts, time, source);
      case "AssistantMessage":
        return this.answer(parts, asText(data?.message_id), time, source);
      case "ToolResults":
        return this.results(parts, time, source);
      case "Clear":
        this.draft.event({ type: "rewind", detail: "cleared", keptUntil: 0, ...(time !== null && { time }) }, source);
        return "interpreted";
      default:
        return { kept: kind };
    }
  };

  private prompt(parts: PartDraft[], time: string | null, source: SourceLocation): RowVerdict {
    const index = this.draft.say({ role: "user", origin: "typed", parts, time }, source);
    return index === null ? { kept: "Prompt (empty)" } : "interpreted";
  }

  private answer(parts: PartDraft[], id: string | null, time: string | null, source: SourceLocation): RowVerdict {
    const answer = this.draft.answer({ parts, id, model: this.model, usage: null, time }, source);
    return answer ? "interpreted" : { kept: "AssistantMessage (empty)" };
  }

  private results(parts: PartDraft[], time: string | null, source: SourceLocation): RowVerdict {
    const index = this.draft.say({ role: "tool", origin: "tool", parts, time }, source);
    return index === null ? { kept: "ToolResults (empty)" } : "interpreted";
  }
}

function partOf(value: unknown): PartDraft {
  const block = asObject(value);
  const data = asObject(block?.data);
  const id = asText(data?.toolUseId);
  const [text] = block?.kind === "text" ? textDrafts(asString(block.data)) : [];
  if (text) return text;
  if (block?.kind === "toolUse" && data && id !== null)
    return toolCallDraft(id, asText(data.name) ?? "unknown", data.input);
  if (block?.kind === "toolResult" && data && id !== null)
    return toolResultDraft(id, outputIn(data), /error|fail/i.test(asText(data.status) ?? ""));
  return opaqueDraft(value);
}

const outputIn = ({ content }: JsonObject) =>
  (asArray(content) ?? [content]).flatMap((value) => {
    const block = asObject(value);
    if (block?.kind === "text") return textOutput(asString(block.data));
    return block?.kind === "json" ? textOutput(JSON.stringify(block.data)) : looseContent(value).flatMap(outputOf);
  });

const OLD = "conversations";
/**
 * The tables of Amazon Q, which has ids only inside the conversations, and of Kiro. Both store a conversation under its
 * working directory.
 */
const TABLES = [OLD, "conversations_v2"] as const;

/** The tables by which the database is recognised; null for every other database. */
const kiroTables = (store: Store): string | null =>
  store.has("conversations_v2", ["key", "conversation_id", "value"]) ||
  (store.has("conversations", ["key", "value"]) && store.has("state", ["key", "value"]))
    ? "a database of conversations by folder"
    : null;

type Found = { readonly place: RowPlace; readonly updated: number };

/**
 * `data.sqlite3`, one row per conversation. The same conversation may be stored under several folders, and Kiro left
 * Amazon Q's rows in place when it copied them. The newest row counts.
 */
async function parseKiroStore(
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
    for (const row of store.scan(table, table === OLD ? ["key", "value"] : ["key", "conversation_id", "updated_at"])) {
      if (!("row" in row)) {
        settleLost(row, table, run);
        continue;
      }
      const old = table === OLD ? asObject(row.row.json("value", run.limits.maxDepth)) : null;
      const id = row.row.text("conversation_id") ?? asText(old?.conversation_id) ?? `${table}:${row.row.text("key")}`;
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

/** Reads a row, which is one item. Its turns are further items with the row's place. */
function readConversation(store: Store, place: RowPlace, run: ImportRun): ConversationReader | null {
  const found = store.read(place, ["key", "value", "created_at"]);
  if (!("row" in found)) {
    settleLost(found, place.table, run);
    return null;
  }
  const { row } = found;
  const value: JsonObject | null = asObject(row.json("value", run.limits.maxDepth));
  if (!value) {
    const message = `Row ${row.source.line} of ${place.table} is not a conversation. It was skipped; all others were kept.`;
    run.settle({ bad: "invalid-row", message }, row.source);
    return null;
  }
  const reader = new ConversationReader(value, row.text("key"));
  reader.draft.noteTime(isoTime(row.number("created_at")));
  for (const [index, turn] of (asArray(value.history) ?? []).entries()) {
    const verdict = reader.readTurn(turn, { ...row.source, line: index + 1 });
    if (typeof verdict === "object" && "bad" in verdict) run.report(verdict.bad, verdict.message, row.source);
  }
  reader.end(row.source);
  const isSpoken = reader.draft.messages.length > 0;
  run.settle(isSpoken ? "interpreted" : { kept: "conversation without messages" }, row.source);
  return reader;
}
