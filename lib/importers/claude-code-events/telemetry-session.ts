import type { SourceLocation } from "../../conversation/part";
import { asText } from "../../formats/json-fields";
import type { Response } from "../../transcript/session";
import { cacheWritten, UNKNOWN_USAGE, type Usage } from "../../transcript/usage";
import { CaptureWriter } from "../captures/capture-writer";
import { withoutBilling } from "../captures/without-billing";
import type { RowVerdict } from "../import-run";
import { ItemSession } from "../item-session";
import type { Attributes } from "../otel-genai/span";
import { MAIN, timeOf } from "../session-draft";
import type { CallRow } from "./call-row";
import { numberIn, type TelemetryEvent } from "./event";
import { isMainPart, labelOf } from "./query-source";

/** Consecutive calls, and the cache entries that the last of them left. */
type Thread = { readonly agent: string; readonly part: string | null; readonly model: string | null; cached: number };

/**
 * Assigns each call to an agent. Events show which part of the client made a call, but not which of several concurrent
 * sub-agents. So a side call belongs to the thread that left exactly as many cached tokens as the call read. Any other
 * call begins a new thread, so no cache break is reported between calls that may be unrelated.
 */
class TelemetryThreads {
  private readonly threads: Thread[] = [];
  private readonly counts = new Map<string, number>();

  constructor(private readonly session: ItemSession) {}

  /** The agent of a call. Adds a sub-agent to the session if the call begins a thread. */
  agentOf(part: string | null, model: string | null, usage: Usage): string {
    if (isMainPart(part)) return MAIN;
    const read = usage.cacheRead ?? 0;
    const cached = read + (cacheWritten(usage) ?? 0);
    if (cached === 0) return this.named(part ?? "uncached calls");
    const known = this.threads.find(
      (thread) => thread.part === part && thread.model === model && read > 0 && thread.cached === read,
    );
    const thread = known ?? this.open(part, model);
    thread.cached = cached;
    return thread.agent;
  }

  /**
   * Some versions record no part and so do not show which calls are the main agent's. In their logs, the first thread
   * is assumed to be the main agent's.
   */
  private open(part: string | null, model: string | null): Thread {
    const label = labelOf(part) ?? "thread";
    const count = (this.counts.get(label) ?? 0) + 1;
    this.counts.set(label, count);
    // The number comes first, because lists of agents show only the beginning of a name.
    const agent = part === null && count === 1 ? MAIN : this.named(`${count} ${label}`);
    const thread = { agent, part, model, cached: 0 };
    this.threads.push(thread);
    return thread;
  }

  private named(agent: string): string {
    this.session.addSubAgent(agent, { title: agent });
    return agent;
  }
}

/** One Claude Code session: calls with bodies as they are read, then the counts from the events. */
export class TelemetrySession {
  readonly draft = new ItemSession("claude-code-events", "claude-code");
  private readonly writer = new CaptureWriter(this.draft);
  private readonly events: TelemetryEvent[] = [];
  private readonly seen = new Set<string>();
  /** By the id of the request. */
  private readonly answers = new Map<string, Response>();

  constructor(id: string) {
    this.draft.logId = id;
  }

  get captured() {
    return this.hasBodies ? this.writer.captured : undefined;
  }

  addEvent(event: TelemetryEvent) {
    this.events.push(event);
  }

  /** True if the call has been written already, because a crash can duplicate its line. */
  isKnown({ requestId, requestFile }: CallRow): boolean {
    const key = requestId ?? requestFile;
    const isKnown = this.seen.has(key);
    this.seen.add(key);
    return isKnown;
  }

  writeCall(call: CallRow, { request, response }: NonNullable<CallRow["bodies"]>, source: SourceLocation): RowVerdict {
    const part = partOf(call);
    const rest = { error: null, startedAt: call.time, endedAt: call.time, ...(part !== null && { part }) };
    const written = this.writer.write({ body: withoutBilling(request), answer: response, ...rest }, source);
    if (!written.ok) return { bad: "invalid-row", message: written.error.message };
    if (written.value && call.requestId !== null) this.answers.set(call.requestId, written.value);
    return "interpreted";
  }

  /** Adds the events, once every row has been read. */
  finish(): ItemSession {
    if (!this.hasBodies) this.draft.title = `Claude Code telemetry of session ${this.draft.logId}`;
    const threads = new TelemetryThreads(this.draft);
    for (const event of this.events.sort(byTime)) {
      const version = asText(event.attributes["app.version"]);
      if (version !== null) this.draft.versions.add(version);
      if (event.name === "api_error") this.writeError(event);
      else if (!this.join(event)) this.writeCounts(threads, event);
    }
    return this.draft;
  }

  private get hasBodies(): boolean {
    return this.seen.size > 0;
  }

  private writeError({ attributes, time, source }: TelemetryEvent) {
    const status = numberIn(attributes.status_code);
    const message = asText(attributes.error) ?? "The call failed; the event says no more.";
    const event = { type: "api-error", message, ...(status !== null && { status }), ...(time && { time }) } as const;
    this.draft.event(event, source, MAIN, this.placeAt(time));
  }

  /** Calls are written before events, so an event belongs before the first answer that ended later. */
  private placeAt(time: string | null): number {
    const { messages, responses } = this.draft;
    if (time === null) return messages.length;
    const next = responses.find(({ endedAt }) => endedAt !== undefined && Date.parse(endedAt) > Date.parse(time));
    return next?.messageIndex ?? messages.length;
  }

  /** Adds the counts to the call with bodies that the event belongs to; false if there is none. */
  private join({ attributes, time }: TelemetryEvent): boolean {
    const answer = this.answers.get(asText(attributes.request_id) ?? "");
    if (!answer) return false;
    const startedAt = startOf(attributes, time);
    Object.assign(answer, {
      usage: answer.usage ?? usageOf(attributes),
      ...(startedAt && { startedAt }),
    } satisfies Partial<Response>);
    return true;
  }

  /**
   * The event is written when the answer is complete. If other calls have bodies, a call without one cannot be assigned
   * to a thread, so its usage is not used as evidence of a cache break.
   */
  private writeCounts(threads: TelemetryThreads, { attributes, time, source }: TelemetryEvent) {
    const model = asText(attributes.model);
    const usage = usageOf(attributes);
    const named = asText(attributes.query_source);
    const part = this.hasBodies ? `without a body: ${labelOf(named) ?? "call"}` : named;
    const agent = threads.agentOf(part, model, usage);
    const startedAt = startOf(attributes, time);
    this.draft.answer({ parts: [], model, usage, time, startedAt, id: asText(attributes.request_id), agent }, source);
  }
}

/** A compaction's prompt is the main agent's, with a request for the summary at its end. */
const partOf = ({ querySource }: CallRow): string | null =>
  isMainPart(querySource) || querySource === "compact" ? MAIN : labelOf(querySource);

const byTime = (a: TelemetryEvent, b: TelemetryEvent) =>
  Date.parse(a.time ?? "") - Date.parse(b.time ?? "") || a.sequence - b.sequence;

function startOf(attributes: Attributes, time: string | null): string | null {
  const length = numberIn(attributes.duration_ms);
  return time && length !== null ? timeOf(Date.parse(time) - length) : null;
}

const usageOf = (attributes: Attributes): Usage => ({
  ...UNKNOWN_USAGE,
  uncachedInput: numberIn(attributes.input_tokens),
  cacheRead: numberIn(attributes.cache_read_tokens),
  cacheWriteUnsplit: numberIn(attributes.cache_creation_tokens),
  output: numberIn(attributes.output_tokens),
});
