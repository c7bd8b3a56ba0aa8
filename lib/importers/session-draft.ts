import type { Role, ToolDefinition } from "../conversation/message";
import type { Part, SourceLocation } from "../conversation/part";
import {
  type Agent,
  type Origin,
  type ReportedLimits,
  type Response,
  SESSION_VERSION,
  type Session,
  type SessionEvent,
  type SessionMessage,
} from "../transcript/session";
import type { Usage } from "../transcript/usage";
import type { ImportRun } from "./import-run";
import type { TranscriptFile } from "./importer";
import { isoTime, withZone } from "./iso-time";
import { type Iteration, splitIterations } from "./iterations";
import { placeOf } from "./place-of";
import { sessionIdOf } from "./session-id";
import { isTitle, titleLine } from "./title-line";

export const MAIN = "main";

/** Log ids that only one session can have: a UUID, or an id that OpenCode generates. */
const UNIQUE = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$|^ses_[0-9A-Za-z]{20,}$/i;

type Mutable<T> = { -readonly [K in keyof T]: T[K] };
type DistributiveOmit<T, K extends string> = T extends unknown ? Omit<T, K> : never;
export type DraftMessage = Mutable<Omit<SessionMessage, "parts">> & { readonly parts: Part[] };
export type DraftResponse = Mutable<Response>;
export type EventDetail = DistributiveOmit<SessionEvent, "agent" | "atMessage">;

export type NewMessage = {
  readonly role: Role;
  readonly origin: Origin;
  readonly parts: readonly Part[];
  readonly time: string | null;
  readonly agent?: string;
  readonly isHidden?: boolean;
  /** Needed if one row makes several messages. The default is the row's id, `m<file>.<line>`. */
  readonly id?: string;
};

export type NewResponse = {
  readonly id: string;
  readonly model: string | null;
  readonly time: string | null;
  readonly parts: readonly Part[];
  readonly agent?: string;
  readonly usage?: Usage | null;
  readonly limits?: ReportedLimits | null;
  readonly messageId?: string;
  readonly isHidden?: boolean;
};

/** A session while its rows are read. Makes ids unique and tracks start times, model switches and the time span. */
export class SessionDraft {
  readonly messages: DraftMessage[] = [];
  readonly responses: DraftResponse[] = [];
  readonly events: SessionEvent[] = [];
  readonly agents: Agent[] = [{ id: MAIN, kind: "main", parent: null }];
  readonly versions = new Set<string>();
  /** For each response, the calls that it consists of, if the provider bills several. */
  readonly iterations = new Map<string, readonly Iteration[]>();
  logId = "";
  /**
   * True if a file contains the entire session so far (a copy, an export, or a file that the client rewrites). Files
   * with the same log id are then one session.
   */
  isSnapshot = false;
  title: string | null = null;
  project: string | null = null;
  /** Dollars for the entire session by the client's own count; null if not in the log. */
  statedCost: number | null = null;
  /** Tokens of all prompts by the client's own count, if the log does not divide them among the answers. */
  statedPrompts: number | null = null;
  tools: readonly ToolDefinition[] = [];
  private startedAt: string | null = null;
  private endedAt: string | null = null;
  private readonly messageIds = new Map<string, number>();
  private readonly responseIds = new Map<string, number>();
  private readonly promptTimes = new Map<string, string>();
  private readonly toolNames = new Map<string, string>();
  private mainModel: string | null = null;

  constructor(
    private readonly format: string,
    /** Rows may reveal another client, because many clients use another's format. */
    public client: string | null,
  ) {}

  /** Adds a message; null if it has no parts. A prompt's time is the start of the next request. */
  addMessage(message: NewMessage, source: SourceLocation): DraftMessage | null {
    const { role, origin, parts, time, agent = MAIN, isHidden } = message;
    if (parts.length === 0) return null;
    const id = uniqueId(message.id ?? messageIdOf(source), this.messageIds);
    const named = parts.map((part) => this.named(part));
    const added = { id, role, origin, agent, parts: named, ...(time && { time }), ...(isHidden && { isHidden }) };
    this.messages.push(added);
    this.noteTime(time);
    if (role !== "assistant") this.notePrompt(time, agent);
    return added;
  }

  addResponse(response: NewResponse, source: SourceLocation): DraftResponse {
    const { model, time, parts, agent = MAIN, usage = null, limits, messageId, isHidden } = response;
    const id = uniqueId(response.id, this.responseIds);
    this.noteModel(agent, model, time, source);
    const messageIndex = this.messages.length;
    const draft = { role: "assistant", origin: "model", parts, time, agent } as const;
    const message = this.addMessage(
      { ...draft, ...(messageId && { id: messageId }), ...(isHidden && { isHidden }) },
      source,
    );
    if (!message) throw new Error("a response has parts");
    message.responseId = id;
    const startedAt = earlier(this.promptTimes.get(agent), time);
    const times = { ...(startedAt && { startedAt }), ...(time && { endedAt: time }) };
    const added = { id, agent, model, messageIndex, usage, ...(limits && { limits }), ...times, source };
    this.responses.push(added);
    return added;
  }

  hasCall(toolCallId: string): boolean {
    return this.toolNames.has(toolCallId);
  }

  /** Adds further parts to an open response. */
  extend(response: DraftResponse, parts: readonly Part[], time: string | null) {
    for (const part of parts) this.messages[response.messageIndex]?.parts.push(this.named(part));
    if (time !== null) response.endedAt = time;
    this.noteTime(time);
  }

  addEvent(detail: EventDetail, agent = MAIN): SessionEvent {
    const event = { agent, atMessage: this.messages.length, ...detail } as SessionEvent;
    this.events.push(event);
    return event;
  }

  /** The next request starts at the last prompt before it. Its start is unknown if that prompt has no time. */
  notePrompt(time: string | null, agent = MAIN) {
    if (time !== null) this.promptTimes.set(agent, time);
    else this.promptTimes.delete(agent);
  }

  noteTime(time: string | null) {
    if (time === null) return;
    if (this.startedAt === null || Date.parse(time) < Date.parse(this.startedAt)) this.startedAt = time;
    if (this.endedAt === null || Date.parse(time) > Date.parse(this.endedAt)) this.endedAt = time;
  }

  build(file: TranscriptFile, index: number, run: ImportRun): Session {
    const { name, sha256, bytes } = file;
    const { startedAt, endedAt, format, logId } = this;
    const isUnique = UNIQUE.test(logId);
    const isOneOfMany = this.isSnapshot && isUnique;
    const session: Session = {
      version: SESSION_VERSION,
      id: isOneOfMany ? sessionIdOf(format, logId, 0) : sessionIdOf(sha256, logId, index),
      format: this.format,
      ...(isUnique && { clientSession: logId.toLowerCase() }),
      client: this.client,
      clientVersions: [...this.versions],
      title:
        (isTitle(this.title) ? titleLine(this.title) : null) ?? titleLine(this.firstPrompt()) ?? "Untitled session",
      project: this.project,
      files: [{ name, sha256, bytes }],
      agents: this.agents,
      messages: this.messages,
      responses: this.responses,
      events: this.events.toSorted((a, b) => a.atMessage - b.atMessage),
      tools: this.tools,
      ...this.statedTotals(),
      ...(startedAt && { startedAt }),
      ...(endedAt && { endedAt }),
      rows: run.account(),
      keptRows: run.keptRows,
      issues: run.issues,
    };
    return splitIterations(session, this.iterations);
  }

  /** The first typed text that can be a title, preferably from the main agent. */
  private firstPrompt(): string | null {
    const typed = this.messages.filter((message) => message.origin === "typed");
    const own = typed.filter(({ agent }) => agent === MAIN);
    const texts = (own.length > 0 ? own : typed).flatMap(({ parts }) =>
      parts.flatMap((part) => (part.type === "text" ? [part.text] : [])),
    );
    return texts.find(isTitle) ?? texts[0] ?? null;
  }

  private statedTotals(): Pick<Session, "totals"> {
    const [cost, promptTokens] = [this.statedCost, this.statedPrompts];
    if (cost === null && promptTokens === null) return {};
    return { totals: { models: [], cost, ...(promptTokens !== null && { promptTokens }) } };
  }

  private noteModel(agent: string, model: string | null, time: string | null, source: SourceLocation) {
    if (agent !== MAIN || model === null) return;
    const when = { source, ...(time && { time }) };
    if (this.mainModel !== null && this.mainModel !== model)
      this.addEvent({ type: "model-switch", from: this.mainModel, to: model, ...when });
    this.mainModel = model;
  }

  /** Adds the tool's name to a tool result, which contains only its call's id. */
  private named(part: Part): Part {
    if (part.type === "tool-call") this.toolNames.set(part.toolCallId, part.toolName);
    if (part.type !== "tool-result" || part.toolName !== undefined) return part;
    const toolName = this.toolNames.get(part.toolCallId);
    return toolName === undefined ? part : { toolName, ...part };
  }
}

/**
 * The id, with a number added if it is taken. `taken` contains counts, so that a log that repeats one id takes linear
 * time.
 */
function uniqueId(wanted: string, taken: Map<string, number>): string {
  let copy = taken.get(wanted) ?? 0;
  let id = wanted;
  for (; taken.has(id); id = `${wanted}~${copy}`) copy += 1;
  taken.set(wanted, copy);
  if (id !== wanted) taken.set(id, 0);
  return id;
}

export const messageIdOf = (source: SourceLocation) => `m${placeOf(source)}`;

/** Ids are derived from the place in the file, so that they are unique and stable. */
export const partIdOf = (source: SourceLocation, index: number | string) => `p${placeOf(source)}.${index}`;

/** Rows are sometimes slightly out of order, but a request cannot start after its answer. */
export function earlier(prompt: string | undefined, answer: string | null): string | undefined {
  if (prompt === undefined || answer === null) return prompt;
  return Date.parse(prompt) <= Date.parse(answer) ? prompt : answer;
}

/** The same as `isoTime`, except that text stays as written; text without a zone gets one. */
export function timeOf(value: unknown): string | null {
  const time = isoTime(value);
  return time === null || typeof value !== "string" ? time : withZone(value);
}
