import { asCount } from "../../formats/json-fields";
import type { Usage } from "../../transcript/usage";
import { isoTime } from "../iso-time";
import { ItemSession, type PartDraft } from "../item-session";
import { textDrafts, usageOf } from "../part-drafts";
import { type ApiMessage, originOfUser, requestParts, taskIn } from "./api-history";
import { withResult } from "./tool-results";
import { modelIn, type UiEvent, type UiLog, type UiRequest } from "./ui-log";

/** A request is logged shortly before its user message is added to the history. */
const CARRIES_WITHIN_MS = 5000;

/**
 * One task. Its content comes from the history; usage, models and times come from the log of the client's window. A
 * compaction rewrites the history, so answers that it no longer contains are taken from the window's log, which keeps
 * everything.
 */
export class TaskTimeline {
  readonly draft: ItemSession;
  private readonly requestOf: ReadonlyMap<ApiMessage, UiRequest>;
  private readonly unmatched: UiRequest[];
  private readonly condenses: UiEvent[];
  private readonly firstIndexOf = new Map<number, number>();
  private isAwaitingAnswer = false;
  /** The model that the client mentioned last. */
  private model: string | null = null;
  private deletedUpTo = -1;
  /** The tool call of the previous answer in the window. Clients of this family make one call per answer. */
  private openCall: string | null = null;

  constructor(
    private readonly history: readonly ApiMessage[],
    private readonly ui: UiLog | null,
    client: string,
  ) {
    this.draft = new ItemSession("cline", client);
    this.draft.statedCost = ui?.statedCost ?? null;
    const requests = ui?.requests ?? [];
    this.requestOf = matchRequests(history, requests);
    const matched = new Set(this.requestOf.values());
    this.unmatched = requests.filter((request) => !matched.has(request));
    this.condenses = (ui?.events ?? []).filter((event) => event.kind === "condense");
  }

  build(): ItemSession {
    const tailStarts = new Map<ApiMessage, ApiMessage>();
    for (const message of this.inOrder(tailStarts)) {
      this.addLost(message);
      this.firstIndexOf.set(message.index, this.draft.messages.length);
      if (message.isSummary || message.isTruncationMarker) this.addSummary(message, tailStarts.get(message));
      else if (message.role === "user") this.addUser(message);
      else this.addAnswer(message);
    }
    for (const request of this.unmatched.splice(0)) this.addFromUi(request);
    this.addLostSummaries(Number.POSITIVE_INFINITY);
    this.addFaults();
    this.ui?.settle();
    return this.draft;
  }

  /**
   * The messages in order. Older versions put the summary before the messages that the compaction kept. If the log has
   * the compaction's time, the summary is moved there, and the first kept message is recorded.
   */
  private inOrder(tailStarts: Map<ApiMessage, ApiMessage>): ApiMessage[] {
    const summaries = this.history.filter((message) => message.isSummary);
    const events = this.condenses.splice(Math.max(0, this.condenses.length - summaries.length));
    const timeOf = new Map(summaries.slice(-events.length || summaries.length).map((s, i) => [s, events[i]] as const));
    const waiting: { summary: ApiMessage; ts: number }[] = [];
    const ordered: ApiMessage[] = [];
    const flush = (ts: number) => {
      while (waiting[0] && waiting[0].ts <= ts) ordered.push((waiting.shift() as { summary: ApiMessage }).summary);
    };
    for (const message of this.history) {
      const event = timeOf.get(message);
      flush(message.isSummary ? Number.NEGATIVE_INFINITY : (message.ts ?? Number.NEGATIVE_INFINITY));
      const held = waiting[0]?.summary;
      if (held && !tailStarts.has(held) && !message.isSummary) tailStarts.set(held, message);
      if (event) waiting.push({ summary: message, ts: event.ts });
      else ordered.push(message);
      if (event) this.eventOf.set(message, event);
    }
    flush(Number.POSITIVE_INFINITY);
    return ordered;
  }
  private readonly eventOf = new Map<ApiMessage, UiEvent>();

  private addUser({ parts, ts, source }: ApiMessage) {
    this.draft.title ??= taskIn(parts);
    for (const part of parts) if (part.type === "text") this.model = modelIn(part.text) ?? this.model;
    this.draft.say({ role: "user", origin: originOfUser(parts), parts, time: isoTime(ts) }, source);
    this.isAwaitingAnswer = true;
    this.openCall = null;
  }

  private addAnswer(message: ApiMessage) {
    const { ts, source, metrics } = message;
    const request = this.requestOf.get(message);
    const parts = withReasoning(message.parts, request);
    if (request) this.noteTruncation(request);
    this.addLostSummaries(request?.lastTs ?? ts ?? Number.NEGATIVE_INFINITY);
    const usage = request ? request.usage : readMetrics(metrics);
    const model = message.model ?? request?.model ?? this.model;
    const startedAt = request ? isoTime(request.ts) : null;
    this.draft.answer({ parts, model, usage, startedAt, time: isoTime(ts ?? request?.lastTs) }, source);
    this.isAwaitingAnswer = false;
  }

  /** Truncation drops the middle of the history, but not the task at its beginning. */
  private noteTruncation({ deletedRange, source, ts }: UiRequest) {
    const last = deletedRange?.[1] ?? -1;
    if (last <= this.deletedUpTo) return;
    this.deletedUpTo = last;
    const keptFrom = this.firstIndexOf.get(last + 1) ?? null;
    const keptUntil = this.firstIndexOf.get(deletedRange?.[0] ?? -1) ?? null;
    const atMessage = this.draft.messages.length;
    const time = isoTime(ts);
    this.draft.compaction({ trigger: "auto", time, keptFrom, keptUntil, atMessage, summaryIndex: null }, source);
  }

  private addSummary(summary: ApiMessage, tailStart: ApiMessage | undefined) {
    const { parts, role, source } = summary;
    const event = this.eventOf.get(summary);
    const time = isoTime(event?.ts ?? summary.ts);
    const atMessage = this.draft.messages.length;
    const tail = tailStart && this.firstIndexOf.get(tailStart.index);
    // Old versions that have no window log kept the task in front of the summary, which has the role of the assistant.
    const keptFrom = tail ?? (event === undefined && role === "assistant" && atMessage === 1 ? 0 : null);
    const summaryIndex = this.draft.say({ role, origin: "summary", parts, time }, source);
    const tokensBefore = event?.tokensBefore ?? null;
    const trigger = summary.isTruncationMarker ? "auto" : "unknown";
    this.draft.compaction({ trigger, time, tokensBefore, keptFrom, atMessage, summaryIndex }, event?.source ?? source);
    this.isAwaitingAnswer ||= role === "user";
  }

  /** Adds the compactions before this time whose summaries are only in the window's log. */
  private addLostSummaries(until: number) {
    while (this.condenses[0] && this.condenses[0].ts <= until) {
      const { source, ts, tokensBefore, text } = this.condenses.shift() as UiEvent;
      const time = isoTime(ts);
      const atMessage = this.draft.messages.length;
      const summaryIndex = this.draft.say({ role: "user", origin: "summary", parts: textDrafts(text), time }, source);
      this.draft.compaction({ trigger: "unknown", time, tokensBefore, atMessage, summaryIndex }, source);
    }
  }

  /** Adds the requests before this message whose answers the history no longer contains. */
  private addLost(message: ApiMessage) {
    const until = this.eventOf.get(message)?.ts ?? message.ts;
    if (until === null) return;
    const carried = message.role === "user" && !message.isSummary ? CARRIES_WITHIN_MS : 0;
    while (this.unmatched[0] && this.unmatched[0].ts < until - carried)
      this.addFromUi(this.unmatched.shift() as UiRequest);
  }

  private addFromUi(request: UiRequest) {
    const { text, said, usage, model, isBroken, ts, lastTs, source } = request;
    const hasAnswer = said.length > 0 || usage !== null;
    const time = isoTime(ts);
    this.model = model ?? this.model;
    if (!isBroken && !this.isAwaitingAnswer && text !== null) {
      const texts = requestParts(text);
      this.draft.title ??= taskIn(texts);
      const parts = this.openCall === null ? texts : withResult(texts, this.openCall);
      this.draft.say({ role: "user", origin: originOfUser(texts), parts, time }, source);
    }
    if (!hasAnswer) return;
    request.used = "all";
    this.openCall = said.flatMap((part) => (part.type === "tool-call" ? part.toolCallId : []))[0] ?? null;
    this.noteTruncation(request);
    this.addLostSummaries(lastTs);
    const answer = {
      parts: said,
      model: model ?? this.model,
      usage,
      startedAt: time,
      time: isoTime(lastTs),
      isHidden: isBroken,
    };
    this.draft.answer(answer, source);
    if (!isBroken) this.isAwaitingAnswer = false;
  }

  /** Errors are only in the window's log. Their times determine their places in the history. */
  private addFaults() {
    const errors = (this.ui?.events ?? []).filter((event) => event.kind === "error");
    const stopped = (this.ui?.requests ?? []).filter((request) => request.isInterrupted);
    const faults = [
      ...errors.map(({ ts, text, source }) => ({ ts, source, event: apiError(text) })),
      ...stopped.map(({ lastTs, source }) => ({ ts: lastTs, source, event: INTERRUPTION })),
    ].sort((a, b) => a.ts - b.ts);
    let at = 0;
    for (const { ts, event, source } of faults) {
      const time = isoTime(ts);
      const { messages } = this.draft;
      while (at < messages.length && (messages[at]?.time ?? "") <= (time ?? "")) at += 1;
      this.draft.event({ ...event, ...(time !== null && { time }) }, source, undefined, at);
    }
  }
}

const INTERRUPTION = { type: "interruption" } as const;
const apiError = (text: string) => ({ type: "api-error", message: text.slice(0, 500) || "API error" }) as const;

/** Adds the reasoning that the window showed, which older histories omit. */
function withReasoning(parts: readonly PartDraft[], request: UiRequest | undefined): readonly PartDraft[] {
  if (!request || parts.some((part) => part.type === "reasoning")) return parts;
  const shown = request.said.filter((part) => part.type === "reasoning");
  if (shown.length > 0) request.used = "reasoning";
  return [...shown, ...parts];
}

/**
 * Assigns requests to answers. An answer has the time of its end, and its request is the last one before that. Without
 * times, both lists are matched from their ends.
 */
function matchRequests(history: readonly ApiMessage[], requests: readonly UiRequest[]): Map<ApiMessage, UiRequest> {
  const answers = history.filter(
    ({ role, isSummary, isTruncationMarker }) => role === "assistant" && !isSummary && !isTruncationMarker,
  );
  const matches = new Map<ApiMessage, UiRequest>();
  if (answers.some(({ ts }) => ts === null)) {
    const finished = requests.filter(({ isBroken, isEnded }) => !isBroken && isEnded);
    answers.forEach((answer, index) => {
      const request = finished[finished.length - answers.length + index];
      if (request) matches.set(answer, request);
    });
    return matches;
  }
  let next = 0;
  for (const answer of answers) {
    let found: UiRequest | undefined;
    for (; (requests[next]?.ts ?? Number.POSITIVE_INFINITY) <= (answer.ts as number); next += 1) found = requests[next];
    if (found) matches.set(answer, found);
  }
  return matches;
}

/** Newer Cline versions write usage with the answer: prompt, completion and cached tokens, all disjoint. */
function readMetrics(metrics: ApiMessage["metrics"]): Usage | null {
  return usageOf({
    uncachedInput: asCount(metrics?.prompt),
    cacheRead: asCount(metrics?.cached),
    output: asCount(metrics?.completion),
  });
}
