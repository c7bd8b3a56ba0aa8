import { fail, ok, type Result } from "../../conversation/errors";
import type { SourceLocation } from "../../conversation/part";
import { asArray, asObject, asText, type JsonObject, listOf } from "../../formats/json-fields";
import type { Session } from "../../transcript/session";
import { notTranscript } from "../describe-file";
import type { ImportRun, RowVerdict } from "../import-run";
import type { ImportFailure, TranscriptFile } from "../importer";
import { OPENCLAW } from "./openclaw-rows";
import { PiReader } from "./pi-reader";

/**
 * Telemetry of all sessions of an OpenClaw installation. Each row of an agent holds all messages of its session so far, so each
 * message is read at its first place. Tool calls are in the messages too; their separate rows have no ids and are only kept.
 */
export class TelemetryReader {
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
  /** The number of the entry of each message. */
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

  /** A part of a row that is not understood is counted as an item, in addition to the row. */
  private feed(entry: JsonObject, source: SourceLocation): void {
    this.count += 1;
    const verdict = this.reader.interpret(entry, source);
    if (verdict !== "interpreted") this.run.settle(verdict, source);
  }
}

const textOf = ({ content }: JsonObject): string =>
  asText(content) ?? (asArray(content) ?? []).flatMap((block) => asText(asObject(block)?.text) ?? []).join("\n");

/** The key by which a repeated message is recognised: later rows repeat its time and the ids in it. */
const keyOf = ({ role, timestamp, responseId, toolCallId, content }: JsonObject): string =>
  JSON.stringify([role, timestamp ?? content, responseId, toolCallId]);
