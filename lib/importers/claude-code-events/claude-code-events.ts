import { fail, ok } from "../../conversation/errors";
import type { SourceLocation } from "../../conversation/part";
import { asObject, type JsonObject } from "../../formats/json-fields";
import { finishAll, firstOf, readEnvelopes } from "../envelopes";
import type { ImportRun, RowVerdict } from "../import-run";
import type { Importer, TranscriptFile } from "../importer";
import { readJsonFile } from "../json-file";
import { NOWHERE } from "../place-of";
import { type CallRow, readCallRow } from "./call-row";
import { isUsed, readEvent, recordsIn, type TelemetryEvent } from "./event";
import { TelemetrySession } from "./telemetry-session";

/**
 * Claude Code's telemetry. Events in log records of OTLP/JSON contain the counts of every call but no messages. The
 * complete bodies of calls are listed in `index.jsonl`, and are in files next to it or joined into its lines. Source:
 * code.claude.com/docs/en/monitoring-usage, as of 2026-09.
 */
export const claudeCodeEvents: Importer = {
  id: "claude-code-events",
  title: "Claude Code telemetry",
  limitations: [
    "Without bodies of calls (OTEL_LOG_RAW_API_BODIES), the telemetry has only the counts of each call and no messages. What filled the prompts, and why a cache entry was not read, is unknown.",
    "Only the messages of a call show which of several sub-agents made it. Without bodies, sub-agents' cache breaks are not detected, and all break figures are the main agent's.",
    "Thinking is redacted in bodies, so its tokens are estimated too low.",
  ],
  unchecked: "telemetry and call bodies from a live client",

  detect(sample) {
    const first = firstOf(sample);
    if (first && recordsIn(first).some((record) => readEvent(record, NOWHERE))) return "events of Claude Code";
    return first && readCallRow(first) ? "calls of Claude Code with their bodies" : null;
  },

  async parse(files, sample, run) {
    const [file, ...companions] = files;
    if (!file) throw new Error("an import has at least one file");
    const reader = new TelemetryReader(
      new Map(companions.map((one, at) => [baseOf(one.name), { file: one, at: at + 1 }])),
    );
    const failure = await readEnvelopes(file, sample, run, (object, envelope, source) => {
      const call = readCallRow(object);
      if (call) return reader.readCall(call, source);
      envelope.read(recordsIn(object), (record, place) => reader.readRecord(record, place));
      return "interpreted";
    });
    if (failure) return fail(failure);
    await reader.readBodies(run);
    const all = reader.sessions.map((session) => ({ draft: session.finish(), captured: session.captured }));
    const finished = finishAll(
      all.map(({ draft }) => draft),
      file,
      run,
    );
    if (!finished.ok) return finished;
    const spoken = all.filter(({ draft }) => draft.messages.length > 0);
    const read = files.map(({ name, sha256, bytes }) => ({ name, sha256, bytes }));
    return ok(
      finished.value.map((session, at) => {
        const captured = spoken[at]?.captured;
        return { ...session, files: read, ...(captured && { captured }) };
      }),
    );
  },
};

const baseOf = (name: string): string => name.split(/[\\/]/).at(-1) ?? name;

/** Identifies an event. An exporter that received no reply sends the same events again. */
const keyOf = ({ name, time, attributes }: TelemetryEvent) => JSON.stringify([name, time, attributes]);

type Beside = ReadonlyMap<string, { readonly file: TranscriptFile; readonly at: number }>;

class TelemetryReader {
  private readonly bySession = new Map<string, TelemetrySession>();
  private readonly known = new Set<string>();
  /** Calls whose bodies are in files, which cannot be read while lines are being read. */
  private readonly waiting: CallRow[] = [];

  constructor(private readonly beside: Beside) {}

  get sessions(): readonly TelemetrySession[] {
    return [...this.bySession.values()];
  }

  readRecord(record: JsonObject, source: SourceLocation): RowVerdict {
    const event = readEvent(record, source);
    if (!event) return { kept: "other-record" };
    const key = keyOf(event);
    if (this.known.has(key)) return { kept: "sent-again" };
    this.known.add(key);
    if (!isUsed(event)) return { kept: event.name };
    this.sessionOf(event.session).addEvent(event);
    return "interpreted";
  }

  readCall(call: CallRow, source: SourceLocation): RowVerdict {
    const hasFiles = this.beside.has(call.requestFile) && this.beside.has(call.responseFile);
    if (!call.bodies && !hasFiles) return { kept: "no-bodies" };
    const session = this.sessionOf(call.session);
    if (session.isKnown(call)) return { kept: "sent-again" };
    if (call.bodies) return session.writeCall(call, call.bodies, source);
    this.waiting.push(call);
    return "interpreted";
  }

  async readBodies(run: ImportRun) {
    for (const call of this.waiting) {
      const request = await this.read(call.requestFile, run);
      const response = await this.read(call.responseFile, run);
      if (!request || !response) continue;
      const session = this.sessionOf(call.session);
      session.draft.isSnapshot = true;
      const bodies = { request: request.body, response: response.body };
      const verdict = session.writeCall(call, bodies, request.source);
      if (typeof verdict === "object" && "bad" in verdict) run.report(verdict.bad, verdict.message, request.source);
    }
  }

  /** If a file is not a JSON object, its call is left out and an issue is reported. */
  private async read(name: string, run: ImportRun) {
    const found = this.beside.get(name);
    if (!found) throw new Error("a call waits only for files that are there");
    const source = { file: found.at, line: 1, byteOffset: 0, byteLength: found.file.bytes };
    const parsed = await readJsonFile(found.file, "utf-8", run);
    const body = parsed.ok ? asObject(parsed.value) : null;
    if (body) return { body, source };
    run.report("invalid-body", `${name} is not a JSON object`, source);
    return null;
  }

  private sessionOf(id: string): TelemetrySession {
    const session = this.bySession.get(id) ?? new TelemetrySession(id);
    this.bySession.set(id, session);
    return session;
  }
}
