import { fail, ok, type Result } from "../../conversation/errors";
import type { SourceLocation } from "../../conversation/part";
import { asArray, asObject, asText, type JsonObject, listOf } from "../../formats/json-fields";
import type { Session } from "../../transcript/session";
import { ArchiveFault } from "../containers/archive-fault";
import { unzstd } from "../containers/unzstd";
import { notTranscript } from "../describe-file";
import type { ImportRun, RowVerdict } from "../import-run";
import type { Importer, ImportFailure, TranscriptFile } from "../importer";
import type { ItemSession } from "../item-session";
import { parseJsonBytes } from "../json-text";
import { readSampleRows, rowsOf } from "../sample-rows";
import { type FamilyRows, importStore } from "../sqlite/import-store";
import type { StoreTables } from "../sqlite/session-index";
import type { Store } from "../sqlite/store";
import type { StoreRow } from "../sqlite/store-row";
import { isOpenClaw, OPENCLAW } from "./openclaw-rows";
import { hasPiHeader } from "./pi";
import { PiReader } from "./pi-reader";

/**
 * OpenClaw: `~/.openclaw/agents/<agent>/sessions/<id>.jsonl`, in pi's shape with additional rows; since mid-2026 a
 * database of such rows; and `logs/telemetry.jsonl`, in which every row of an agent repeats its messages. Source:
 * openclaw/openclaw, docs/reference/database-schemas/layout.md and config/sessions/transcript-tree (2026.9, read
 * 2026-11); meridianlabs-ai/inspect_scout (telemetry).
 */
export const openclaw: Importer = {
  id: "openclaw",
  title: "OpenClaw",
  limitations: [
    "A sub-agent's session is imported as a separate session.",
    "Sessions that OpenClaw moved out of its database are in `sessions/cold/*.jsonl.zst` and are imported from there.",
  ],
  unchecked: "its session files and its database (its telemetry was checked)",
  detect(sample) {
    if (sample.shape === "store")
      return isAgentStore(sample.store) ? "a database with transcript_events and session_windows" : null;
    if (hasPiHeader(sample)) return isOpenClaw(sample) ? "sessions in pi's shape with rows of OpenClaw" : null;
    return rowsOf(sample).some(isTelemetry) ? "telemetry with agent.start, agent.end and sessionKey" : null;
  },
  async parse(files, sample, run) {
    if (sample.shape === "store") return importStore(files, sample, AGENT_TABLES, run, readAgentSession);
    const [file] = files;
    if (!file) throw new Error("an import has at least one file");
    if (!hasPiHeader(sample)) {
      const reader = new TelemetryReader(run);
      const failure = await readSampleRows(file, sample, run, reader.interpret);
      return failure ? fail(failure) : reader.finish(file);
    }
    const reader = new PiReader(OPENCLAW);
    const failure = await readSampleRows(file, sample, run, reader.interpret);
    return failure ? fail(failure) : ok([reader.build([file], run)]);
  },
};

function isTelemetry(value: unknown): boolean {
  const row = asObject(value);
  return (row?.type === "agent.start" || row?.type === "agent.end") && asText(row.sessionKey) !== null;
}

/**
 * The database of an OpenClaw agent, `~/.openclaw/agents/<agent>/agent/openclaw-agent.sqlite`. Each event of a session
 * is a row, as JSON or, if it is large, compressed with zstd. Source: openclaw/openclaw,
 * docs/reference/database-schemas/layout.md (agent schema 24, 2026-09).
 */
const AGENT_TABLES: StoreTables = {
  sessions: { table: "session_windows", id: "session_id", parent: "", created: "updated_at" },
  rows: [{ table: "transcript_events", order: "seq" }],
};

const isAgentStore = (store: Store): boolean =>
  store.has("transcript_events", ["session_id", "seq", "event_json"]) && store.has("session_windows", ["session_id"]);

async function readAgentSession(rows: FamilyRows): Promise<ItemSession> {
  const [{ id, place }] = rows.family;
  const reader = new PiReader(OPENCLAW);
  let isFirst = true;
  for (const row of rows.rows("transcript_events", id, ["event_json", "event_zstd"])) {
    const read = await eventIn(row, rows.run);
    // The client may have removed the session's own header when it shortened the session.
    if (isFirst && asObject(read.event)?.type !== "session")
      reader.interpret(
        { type: "session", id, version: 3 },
        { file: 0, line: place.line, byteOffset: 0, byteLength: 0 },
      );
    isFirst = false;
    const isRead = read.fault === null;
    rows.run.settle(isRead ? reader.interpret(read.event, row.source) : unreadable(read.fault), row.source);
  }
  return reader.session;
}

type Read = { readonly event: unknown; readonly fault: null } | { readonly event: null; readonly fault: string };

async function eventIn(row: StoreRow, { limits, unpacking }: ImportRun): Promise<Read> {
  const packed = row.blob("event_zstd");
  const plain = row.blob("event_json");
  if (!packed && !plain) return { event: null, fault: "it has neither event_json nor event_zstd" };
  try {
    const bytes = plain ?? (await unpack(packed as Uint8Array, { limits, unpacking }));
    const parsed = parseJsonBytes(bytes, "utf-8", limits.maxDepth);
    return "value" in parsed ? { event: parsed.value, fault: null } : { event: null, fault: "it is not JSON" };
  } catch (error) {
    if (!(error instanceof ArchiveFault)) throw error;
    return { event: null, fault: error.failure.message };
  }
}

async function unpack(packed: Uint8Array, { limits, unpacking }: Pick<ImportRun, "limits" | "unpacking">) {
  const { maxLineBytes: maxBytes, maxUnpackRatio: maxRatio } = limits;
  const bounds = { packedBytes: packed.length, maxBytes, maxRatio };
  const pieces: Uint8Array[] = [];
  for await (const piece of unpacking.count(unzstd(once(packed), "packed event", bounds))) pieces.push(piece);
  const bytes = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

const unreadable = (fault: string) => ({
  bad: "damaged-row",
  message: `An event of a session cannot be read: ${fault}. It was skipped; all others were kept.`,
});

/**
 * Telemetry of all sessions of an OpenClaw installation. Each row of an agent contains all messages of its session so
 * far, so each message is read where it first occurs. The messages include tool calls; the calls' separate rows have no
 * ids and are only kept.
 */
class TelemetryReader {
  private readonly sessions = new Map<string, SessionReader>();

  constructor(private readonly run: ImportRun) {}

  readonly interpret = (value: unknown, source: SourceLocation): RowVerdict => {
    const row = asObject(value);
    const type = asText(row?.type);
    if (!row || type === null) return { bad: "invalid-row", message: `Line ${source.line} is not a row of telemetry.` };
    const key = asText(row.sessionKey);
    if (key === null || (type !== "agent.start" && type !== "agent.end")) return { kept: type };
    const session = this.sessions.get(key) ?? new SessionReader(key, this.run);
    this.sessions.set(key, session);
    session.read(row, source);
    return "interpreted";
  };

  finish(file: TranscriptFile): Result<readonly Session[], ImportFailure> {
    for (const session of this.sessions.values()) session.sayPrompt();
    const spoken = [...this.sessions.values()].filter(({ reader }) => reader.messageCount > 0);
    if (spoken.length === 0) return fail(notTranscript("telemetry of OpenClaw in which no agent said anything"));
    return ok(spoken.map(({ reader }, index) => reader.build([file], this.run, index)));
  }
}

type Prompt = { readonly text: string; readonly source: SourceLocation };

class SessionReader {
  readonly reader = new PiReader(OPENCLAW);
  /** The entry number of each message. */
  private readonly entries = new Map<string, number>();
  private readonly texts = new Set<string>();
  private prompt: Prompt | null = null;
  private count = 0;

  constructor(
    key: string,
    private readonly run: ImportRun,
  ) {
    this.feed({ type: "session", id: key, version: 3 }, { file: 0, line: 1, byteOffset: 0, byteLength: 0 });
  }

  read(row: JsonObject, source: SourceLocation): void {
    const messages = (asArray(row.messages) ?? []).flatMap((value) => listOf(asObject(value)));
    messages.forEach((message, index) => {
      if (!this.entries.has(keyOf(message))) this.add(message, messages.slice(index + 1), source);
    });
    const text = asText(row.prompt);
    if (text !== null) this.prompt = { text, source };
  }

  /** Adds the last prompt if no row shows its response. */
  sayPrompt(): void {
    if (!this.prompt || this.texts.has(this.prompt.text)) return;
    this.feed({ type: "message", message: { role: "user", content: this.prompt.text } }, this.prompt.source);
  }

  private add(message: JsonObject, behind: readonly JsonObject[], source: SourceLocation): void {
    this.entries.set(keyOf(message), this.count);
    if (message.role === "user") this.texts.add(textOf(message));
    const kept = behind.flatMap((other) => this.entries.get(keyOf(other)) ?? [])[0];
    const isSummary = message.role === "compactionSummary";
    this.feed(
      isSummary ? { ...message, type: "compaction", firstKeptEntryIndex: kept } : { type: "message", message },
      source,
    );
  }

  /** Reads a part of a row. If it is not understood, it is counted as an item in addition to the row. */
  private feed(entry: JsonObject, source: SourceLocation): void {
    this.count += 1;
    const verdict = this.reader.interpret(entry, source);
    if (verdict !== "interpreted") this.run.settle(verdict, source);
  }
}

const textOf = ({ content }: JsonObject): string =>
  asText(content) ?? (asArray(content) ?? []).flatMap((block) => asText(asObject(block)?.text) ?? []).join("\n");

/** The key that identifies a repeated message, whose time and ids are the same in later rows. */
const keyOf = ({ role, timestamp, responseId, toolCallId, content }: JsonObject): string =>
  JSON.stringify([role, timestamp ?? content, responseId, toolCallId]);
