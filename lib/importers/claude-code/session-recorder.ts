import type { Role } from "../../conversation/message";
import type { Part, SourceLocation } from "../../conversation/part";
import { partFromBlock } from "../../formats/anthropic/block-to-part";
import { asText, type JsonObject } from "../../formats/json-fields";
import type {
  CapturedPrompt,
  MessageRun,
  Origin,
  Response,
  SessionEvent,
  SessionMessage,
} from "../../transcript/session";
import { cacheWritten, type Usage } from "../../transcript/usage";
import { readAnthropicUsage } from "../anthropic-usage";
import { cacheMissReason } from "../cache-miss-reason";
import { type Iteration, readIterations } from "../iterations";
import { placeOf } from "../place-of";
import { type EventDetail, earlier, messageIdOf, partIdOf } from "../session-draft";
import type { TextShelf } from "../text-shelf";
import { MAIN } from "./agents";
import { type ContextEdits, readContextEdits } from "./context-edits";
import type { Row } from "./row";

type Mutable<T> = { -readonly [K in keyof T]: T[K] };
export type OpenMessage = Omit<SessionMessage, "parts" | "isHidden"> & { readonly parts: Part[]; isHidden?: boolean };
/** An event after which an agent's prompt begins differently. */
export type Cut = Mutable<Extract<SessionEvent, { type: "compaction" | "rewind" }>>;

type NewMessage = {
  readonly role: Role;
  readonly origin: Origin;
  readonly parts: readonly Part[];
  readonly agent: string;
  readonly time: string | null;
  readonly isHidden?: boolean;
};

/** Collects messages, responses and events in file order; rows of one response become one message. */
export class SessionRecorder {
  readonly messages: OpenMessage[] = [];
  readonly responses: Mutable<Response>[] = [];
  readonly events: Mutable<SessionEvent>[] = [];
  /** For each response, its calls and what the server left out of its prompt. */
  readonly iterations = new Map<string, readonly Iteration[]>();
  readonly edits = new Map<string, ContextEdits>();
  private readonly responseOf = new Map<string, Mutable<Response>>();
  /** For each response, the number of its rows in the log, and the number of blocks in the largest row. */
  private readonly shapes = new Map<Mutable<Response>, { rows: number; blocks: number }>();
  private readonly responseIds = new Set<string>();
  private readonly callsOfResponses = new Set<string>();
  private readonly lastPromptTime = new Map<string, string>();
  private readonly toolNames = new Map<string, string>();
  /** The session's folder. */
  home: string | null = null;
  private mainModel: string | null = null;

  constructor(private readonly shelf?: TextShelf) {}

  /** The blocks of a row as parts. Their ids are derived from the place in the file, so they are unique and stable. */
  partsOf(content: unknown, source: SourceLocation): Part[] {
    const blocks = typeof content === "string" ? [content] : Array.isArray(content) ? content : [];
    return blocks.map((block, index) => this.named(partFromBlock(block, partIdOf(source, index), source)));
  }

  addMessage(message: NewMessage, source: SourceLocation): string {
    const { role, origin, agent, time, isHidden } = message;
    const id = messageIdOf(source);
    const parts = [...message.parts];
    for (const part of parts) this.shelf?.rest(part);
    this.messages.push({ id, role, origin, agent, parts, ...(time && { time }), ...(isHidden && { isHidden }) });
    return id;
  }

  /**
   * A request starts at the last user or tool row, or refused attempt, before it. If that row has no time, the start is
   * unknown.
   */
  notePrompt(agent: string, time: string | null) {
    if (time !== null) this.lastPromptTime.set(agent, time);
    else this.lastPromptTime.delete(agent);
  }

  /** The place after the agent's last answer or, without an answer, the place of its first message. */
  endOfAnswers(agent: string): number {
    const isOwn = (message: OpenMessage) => message.agent === agent;
    const last = this.messages.findLastIndex((message) => isOwn(message) && message.role === "assistant");
    if (last >= 0) return last + 1;
    const first = this.messages.findIndex(isOwn);
    return first >= 0 ? first : this.messages.length;
  }

  hasAnswer(agent: string): boolean {
    return this.lastAnswer(agent) !== undefined;
  }

  /** True if the agent's last answer calls a tool, so a further request must have followed. */
  endsInCall(agent: string): boolean {
    return this.lastAnswer(agent)?.parts.some(({ type }) => type === "tool-call") ?? false;
  }

  private lastAnswer(agent: string): OpenMessage | undefined {
    return this.messages.findLast((message) => message.agent === agent && message.role === "assistant");
  }

  /** The agent's last compaction or rewind since a place. */
  lastCut(agent: string, from: number): Cut | null {
    const event = this.events.findLast(
      (one) => one.agent === agent && (one.type === "compaction" || one.type === "rewind"),
    );
    return event && event.atMessage >= from ? (event as Cut) : null;
  }

  lastCompaction(agent: string): object | null {
    return this.events.findLast((event) => event.type === "compaction" && event.agent === agent) ?? null;
  }

  /** The runs of messages added by rows at these places, ascending. */
  runsOf(places: readonly SourceLocation[]): MessageRun[] {
    const lines = new Set(places.map(placeOf));
    const runs: { start: number; end: number }[] = [];
    for (let index = this.messages.length - 1; index >= 0 && lines.size > 0; index -= 1) {
      const sources = (this.messages[index] as OpenMessage).parts.flatMap(({ source }) =>
        source ? [placeOf(source)] : [],
      );
      if (!sources.some((place) => lines.has(place))) continue;
      for (const place of sources) lines.delete(place);
      const [run] = runs;
      if (run?.start === index + 1) run.start = index;
      else runs.unshift({ start: index, end: index + 1 });
    }
    return runs;
  }

  hasCall(id: string): boolean {
    return this.toolNames.has(id);
  }

  /** The parts of message `index` that were read from the row at `source`. */
  partsFrom(index: number, source: SourceLocation): Part[] {
    const parts = this.messages[index]?.parts ?? [];
    return parts.filter((part) => part.source !== undefined && placeOf(part.source) === placeOf(source));
  }

  /**
   * Adds one row of a response. Its blocks are added to the response's message, and its usage replaces that of earlier
   * rows.
   */
  addResponseRow(row: Row, message: JsonObject, agent: string, source: SourceLocation, prompt: CapturedPrompt | null) {
    const id = asText(message.id) ?? asText(row.fields.requestId) ?? messageIdOf(source);
    const key = `${agent} ${id}`;
    const response = this.responseOf.get(key) ?? this.openResponse(id, row, message, agent, source);
    this.responseOf.set(key, response);
    const usage = readAnthropicUsage(message.usage);
    if (usage) response.usage = usage;
    const iterations = readIterations(message.usage);
    if (iterations.length > 0) this.iterations.set(response.id, iterations);
    const edits = readContextEdits(message);
    if (edits) this.edits.set(response.id, edits);
    if (prompt) response.prompt = prompt;
    if (row.time) response.endedAt = row.time;
    const missReason = cacheMissReason(message);
    if (missReason) response.cacheMissReason = missReason;
    const parts = this.partsOf(message.content, source);
    const shape = this.shapes.get(response);
    this.shapes.set(response, {
      rows: (shape?.rows ?? 0) + 1,
      blocks: Math.max(shape?.blocks ?? 0, parts.length),
    });
    this.appendParts(
      response.messageIndex,
      parts.map((part) => this.inFolder(part, asText(row.fields.cwd))),
    );
  }

  /**
   * Adds a sub-agent's last answer from the result of its call, because progress rows leave it out and newer clients
   * log no other answer of the agent. Does nothing if the agent's last request had the same prompt, because the answer
   * is then known.
   */
  addLastAnswer(agent: string, result: JsonObject, time: string | null, source: SourceLocation) {
    const before = this.responses.findLast((response) => response.agent === agent);
    const usage = readAnthropicUsage(result.usage);
    if (!usage || (before && hasSamePrompt(before.usage, usage))) return;
    if (!before) this.addTask(agent, result, source);
    const id = `${messageIdOf(source)}.last`;
    const blocks = Array.isArray(result.content) ? result.content : [];
    const parts = blocks.map((block, index) => partFromBlock(block, `${partIdOf(source, index)}.last`, source));
    const startedAt = earlier(this.lastPromptTime.get(agent), time);
    const messageIndex = this.messages.length;
    this.messages.push({
      ...{ id, role: "assistant", origin: "model", agent, parts },
      ...(time && { time }),
      responseId: id,
    });
    const model = before?.model ?? asText(result.resolvedModel);
    this.responses.push({
      ...{ id, agent, model, messageIndex, usage, source },
      ...(startedAt && { startedAt }),
      ...(time && { endedAt: time }),
    });
  }

  /** Adds the prompt of a sub-agent that has no rows. */
  private addTask(agent: string, { prompt }: JsonObject, source: SourceLocation) {
    const text = asText(prompt);
    if (text === null) return;
    const part = partFromBlock(text, `${partIdOf(source, 0)}.task`, source);
    this.messages.push({ id: `${messageIdOf(source)}.task`, role: "user", origin: "client", agent, parts: [part] });
  }

  addEvent(agent: string, detail: EventDetail): SessionEvent {
    const event = { agent, atMessage: this.messages.length, ...detail } as SessionEvent;
    this.events.push(event);
    return event;
  }

  /** Links a summary message to its announced compaction. A summary without one is itself a compaction. */
  addSummary(agent: string, summaryMessageId: string, row: Row, source: SourceLocation) {
    const last = this.events.findLast((event) => event.type === "compaction" && event.agent === agent);
    if (last?.type === "compaction" && last.summaryMessageId === undefined) {
      // The client keeps these messages after the summary.
      const keptBehind = last.kept === undefined ? {} : { keptBehind: this.messages.length };
      Object.assign(last, { summaryMessageId, ...keptBehind });
      return;
    }
    const detail = { type: "compaction", trigger: "unknown", summaryMessageId, source } as const;
    const event = this.addEvent(agent, { ...detail, ...(row.time && { time: row.time }) });
    Object.assign(event, { atMessage: this.messages.length - 1 });
  }

  /**
   * Starts each answer at the last refused attempt before it. This is done at the end, because an attempt's row may
   * follow its answer's row in the file.
   */
  private startAtLastAttempt() {
    const attempts = this.events.flatMap(({ type, agent, time }) =>
      type === "api-error" && time !== undefined ? [{ agent, time, at: Date.parse(time) }] : [],
    );
    if (attempts.length === 0) return;
    for (const response of this.responses) {
      const [start, end] = [Date.parse(response.startedAt ?? ""), Date.parse(response.endedAt ?? "")];
      const last = attempts.findLast(({ agent, at }) => agent === response.agent && at > start && at < end);
      if (last) response.startedAt = last.time;
    }
  }

  /**
   * The client logs a row for each block of a stream. If most answers of the log have one row per block, an answer with
   * several blocks in one row was not streamed.
   */
  private markUnstreamed() {
    const shapes = [...this.shapes];
    const unstreamed = shapes.filter(([, { rows, blocks }]) => rows === 1 && blocks > 1);
    if (unstreamed.length >= shapes.filter(([, { rows }]) => rows > 1).length) return;
    for (const [response] of unstreamed) response.isUnstreamed = true;
  }

  private openResponse(id: string, row: Row, message: JsonObject, agent: string, source: SourceLocation) {
    const model = asText(message.model);
    const responseId = this.responseIds.has(id) ? `${id}~${agent}` : id;
    this.responseIds.add(responseId);
    this.noteModel(agent, model, row);
    const messageIndex = this.messages.length;
    const startedAt = earlier(this.lastPromptTime.get(agent), row.time);
    const response = {
      id: responseId,
      agent,
      model,
      messageIndex,
      usage: null,
      ...(startedAt && { startedAt }),
      source,
    };
    this.addMessage({ role: "assistant", origin: "model", parts: [], agent, time: row.time }, source);
    Object.assign(this.messages[messageIndex] as OpenMessage, { responseId });
    this.responses.push(response);
    return response as Mutable<Response>;
  }

  private noteModel(agent: string, model: string | null, row: Row) {
    if (agent !== MAIN || model === null) return;
    const time = row.time === null ? {} : { time: row.time };
    if (this.mainModel !== null && this.mainModel !== model)
      this.addEvent(agent, { type: "model-switch", from: this.mainModel, to: model, ...time });
    this.mainModel = model;
  }

  /** All messages. An answer without content gets an empty text, because it was billed too. */
  finish(): readonly SessionMessage[] {
    this.startAtLastAttempt();
    this.markUnstreamed();
    for (const { messageIndex, source } of this.responses) {
      const message = this.messages[messageIndex] as OpenMessage;
      if (message.parts.length > 0) continue;
      message.parts.push({ type: "text", text: "", id: `${message.id}.0`, ...(source && { source }) });
    }
    return this.messages;
  }

  /**
   * Appends parts. A call that the response already contains is skipped as a copy, because logs repeat rows after a
   * resume.
   */
  private appendParts(messageIndex: number, parts: readonly Part[]) {
    const message = this.messages[messageIndex] as OpenMessage;
    for (const part of parts) {
      const call = part.type === "tool-call" ? `${messageIndex} ${part.toolCallId}` : null;
      if (call !== null && this.callsOfResponses.has(call)) continue;
      if (call !== null) this.callsOfResponses.add(call);
      this.shelf?.rest(part);
      message.parts.push(part);
    }
  }

  private inFolder(part: Part, folder: string | null): Part {
    return part.type !== "tool-call" || folder === null || folder === this.home ? part : { ...part, folder };
  }

  private named(part: Part): Part {
    if (part.type === "tool-call") this.toolNames.set(part.toolCallId, part.toolName);
    const toolName = part.type === "tool-result" ? this.toolNames.get(part.toolCallId) : undefined;
    return part.type === "tool-result" && toolName !== undefined ? { toolName, ...part } : part;
  }
}

const hasSamePrompt = (one: Usage | null, other: Usage): boolean =>
  one !== null &&
  one.uncachedInput === other.uncachedInput &&
  one.cacheRead === other.cacheRead &&
  cacheWritten(one) === cacheWritten(other);
