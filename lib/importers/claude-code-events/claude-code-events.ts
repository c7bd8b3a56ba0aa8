import { fail } from "../../conversation/errors";
import { asText } from "../../formats/json-fields";
import { UNKNOWN_USAGE, type Usage } from "../../transcript/usage";
import { finishAll, firstOf, readEnvelopes } from "../envelopes";
import type { Importer } from "../importer";
import { ItemSession } from "../item-session";
import type { Attributes } from "../otel-genai/span";
import { timeOf } from "../session-draft";
import { isUsed, numberIn, readEvent, recordsIn, type TelemetryEvent } from "./event";
import { TelemetryThreads } from "./telemetry-threads";

/**
 * Claude Code's telemetry: events in log records of OTLP/JSON. They hold the counts of every call and none of its messages.
 * Source: code.claude.com/docs/en/monitoring-usage, as of 2026-09.
 */
export const claudeCodeEvents: Importer = {
  id: "claude-code-events",
  title: "Claude Code telemetry",
  limitations: [
    "The telemetry holds the counts of each call and no messages: what filled the prompts, and why a cache entry was not read, cannot be told from it.",
    "Which of several sub-agents made a call is not told: breaks of their cache are not seen, and the figures of breaks are those of the main agent.",
  ],
  unchecked: "telemetry of a running client",

  detect(sample) {
    const first = firstOf(sample);
    return first && recordsIn(first).some((record) => readEvent(record, NOWHERE)) ? "events of Claude Code" : null;
  },

  async parse(files, sample, run) {
    const [file] = files;
    if (!file) throw new Error("an import has at least one file");
    const events = new Map<string, TelemetryEvent>();
    const failure = await readEnvelopes(file, sample, run, (object, envelope) => {
      envelope.read(recordsIn(object), (record, source) => {
        const event = readEvent(record, source);
        if (!event) return { kept: "other-record" };
        const key = keyOf(event);
        if (events.has(key)) return { kept: "sent-again" };
        events.set(key, event);
        return isUsed(event) ? "interpreted" : { kept: event.name };
      });
      return "interpreted";
    });
    if (failure) return fail(failure);
    return finishAll(sessionsOf([...events.values()].filter(isUsed)), file, run);
  },
};

const NOWHERE = { file: 0, line: 0, byteOffset: 0, byteLength: 0 };

/** An exporter that got no answer sends the same events again; they are equal in everything. */
const keyOf = ({ name, time, attributes }: TelemetryEvent) => JSON.stringify([name, time, attributes]);

function sessionsOf(events: readonly TelemetryEvent[]): ItemSession[] {
  const bySession = new Map<string, TelemetryEvent[]>();
  for (const event of events) {
    const own = bySession.get(event.session) ?? [];
    own.push(event);
    bySession.set(event.session, own);
  }
  return [...bySession].map(([id, own]) => sessionOf(id, own.sort(byTime)));
}

const byTime = (a: TelemetryEvent, b: TelemetryEvent) =>
  Date.parse(a.time ?? "") - Date.parse(b.time ?? "") || a.sequence - b.sequence;

function sessionOf(id: string, events: readonly TelemetryEvent[]): ItemSession {
  const draft = new ItemSession("claude-code-events", "claude-code");
  draft.logId = id;
  draft.title = `Claude Code telemetry of session ${id}`;
  const threads = new TelemetryThreads(draft);
  for (const event of events) {
    const version = asText(event.attributes["app.version"]);
    if (version !== null) draft.versions.add(version);
    if (event.name === "api_error") writeError(draft, event);
    else writeCall(draft, threads, event);
  }
  return draft;
}

function writeError(draft: ItemSession, { attributes, time, source }: TelemetryEvent) {
  const status = numberIn(attributes.status_code);
  const message = asText(attributes.error) ?? "The call failed; the event says no more.";
  draft.event({ type: "api-error", message, ...(status !== null && { status }), ...(time && { time }) }, source);
}

/** The event is written when the answer is complete. */
function writeCall(draft: ItemSession, threads: TelemetryThreads, { attributes, time, source }: TelemetryEvent) {
  const length = numberIn(attributes.duration_ms);
  const startedAt = time && length !== null ? timeOf(Date.parse(time) - length) : null;
  const model = asText(attributes.model);
  const usage = usageOf(attributes);
  const agent = threads.agentOf(asText(attributes.query_source), model, usage);
  draft.answer({ parts: [], model, usage, time, startedAt, id: asText(attributes.request_id), agent }, source);
}

const usageOf = (attributes: Attributes): Usage => ({
  ...UNKNOWN_USAGE,
  uncachedInput: numberIn(attributes.input_tokens),
  cacheRead: numberIn(attributes.cache_read_tokens),
  cacheWriteUnsplit: numberIn(attributes.cache_creation_tokens),
  output: numberIn(attributes.output_tokens),
});
