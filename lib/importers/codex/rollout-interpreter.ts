import type { Part, SourceLocation } from "../../conversation/part";
import { asCount, asObject, asText, type JsonObject } from "../../formats/json-fields";
import type { ReportedLimits } from "../../transcript/session";
import type { ImportRun, RowVerdict } from "../import-run";
import { type ItemContext, ItemThread } from "../item-thread";
import { type DraftMessage, MAIN, SessionDraft, timeOf } from "../session-draft";
import { statusIn } from "../status-in";
import { CallFailures } from "./call-failures";
import { CopiedHistory } from "./copied-history";
import { when } from "./event-place";
import { originOfItem } from "./origin";
import { RolloutCompactions } from "./rollout-compactions";
import { RolloutUsage } from "./rollout-usage";
import { parentIdOf, SessionHeader } from "./session-header";
import { limitsOf } from "./token-counts";

/**
 * Finds the user messages that were typed. Codex writes an event for each typed message; a message without one was
 * injected, whatever its text. In files without such events, the text alone decides.
 */
class TypedPrompts {
  private readonly announced = new Set<string>();
  private latest: DraftMessage | null = null;
  private waiting = 0;

  noteMessage(message: DraftMessage) {
    if (message.origin !== "typed") return;
    this.latest = message;
    if (this.waiting === 0) return;
    this.waiting -= 1;
    this.confirm(message);
  }

  noteEvent() {
    if (this.latest) this.confirm(this.latest);
    else this.waiting += 1;
  }

  settle(messages: readonly DraftMessage[]) {
    if (this.announced.size === 0) return;
    for (const message of messages)
      if (message.origin === "typed" && !this.announced.has(message.id)) message.origin = "client";
  }

  private confirm(message: DraftMessage) {
    this.announced.add(message.id);
    this.latest = null;
  }
}

/**
 * Interprets a Codex rollout row by row. The conversation is in `response_item` rows. Most `event_msg` rows repeat it
 * for the screen and are only counted. Usage is in separate rows (see `RolloutUsage`).
 */
export class RolloutInterpreter {
  readonly draft = new SessionDraft("codex", "Codex");
  private readonly thread = new ItemThread(this.draft);
  private readonly header = new SessionHeader(this.draft);
  private readonly usage = new RolloutUsage(this.draft, this.thread, () => this.model);
  private readonly compactions = new RolloutCompactions(this.draft, this.thread, this.header, this.usage);
  private readonly prompts = new TypedPrompts();
  private readonly failures = new CallFailures();
  private readonly copied = new CopiedHistory();
  /** Starts of the main thread's turns that were not rolled back, among the messages read so far. */
  private readonly turnStarts: number[] = [];
  private turnsReadTo = 0;
  /**
   * The current row is a copy of the parent's. It is part of the prompt, but was neither typed nor billed in this
   * session.
   */
  private isCopy = false;
  private model: string | null = null;
  /** The reasoning effort of the current turn. */
  private effort: string | null = null;
  /** A review is a separate thread. Its prompts are announced in this one and sent in the other. */
  private isReviewing = false;
  /** The limits logged at the start of the current turn. Each usage report repeats them. */
  private limits: ReportedLimits | null = null;
  /** Index of the first response of the current turn. */
  private turnStart = 0;

  constructor(private readonly run: ImportRun) {}

  readonly interpret = (value: unknown, source: SourceLocation): RowVerdict => {
    const row = asObject(value);
    if (!row) return { kept: Array.isArray(value) ? "array" : `untyped-${typeof value}` };
    const type = asText(row.type);
    const payload = asObject(row.payload);
    const time = timeOf(row.timestamp);
    this.noteCopies(row, time, source);
    if (!this.isCopy) this.draft.noteTime(time);
    if (type === null) return this.bareRow(row, time, source);
    // Before September 2025, rows were items without an envelope.
    return payload ? this.enveloped(type, payload, time, source) : this.item(row, time, source, type);
  };

  /** Must be called after the last row. */
  finish(): SessionDraft {
    this.usage.finish(this.run);
    this.prompts.settle(this.draft.messages);
    return this.draft;
  }

  private enveloped(type: string, payload: JsonObject, time: string | null, source: SourceLocation): RowVerdict {
    switch (type) {
      case "session_meta":
        return this.sessionMeta(payload, time, source);
      case "turn_context":
        this.header.noteProvider(payload);
        this.model = asText(payload.model) ?? this.model;
        this.draft.project ??= asText(payload.cwd);
        this.noteEffort(asText(payload.effort), time, source);
        return "interpreted";
      case "response_item":
        return this.item(payload, time, source, `response_item:${asText(payload.type) ?? "untyped"}`);
      case "event_msg":
        return this.event(payload, time, source);
      case "compacted":
        return this.compactions.compacted(payload, this.isCopy, time, source);
      case "token_usage_record":
        return this.usage.record(payload, this.isCopy, time, source);
      default:
        return { kept: type };
    }
  }

  private noteEffort(effort: string | null, time: string | null, source: SourceLocation) {
    if (effort === null) return;
    const [from, to] = [this.effort, effort];
    this.effort = effort;
    if (from !== null && from !== to) this.draft.addEvent({ type: "thinking-switch", from, to, ...when(time, source) });
  }

  /** Adds an event where a fork's own rows begin, after the rows that it copied. */
  private noteCopies(row: JsonObject, time: string | null, source: SourceLocation) {
    const wasCopy = this.isCopy;
    this.isCopy = this.copied.has(row, time);
    if (!wasCopy || this.isCopy || this.copied.rows === 0) return;
    this.usage.endCopies();
    const detail = `${this.copied.rows} rows until here are copies of the parent's; the session's own begin`;
    this.draft.addEvent({ type: "fork", detail, ...when(time, source) });
  }

  /** The first line of a file without envelopes, or a record of the client's state. */
  private bareRow(row: JsonObject, time: string | null, source: SourceLocation): RowVerdict {
    if (asText(row.id) !== null && !this.header.isRead) return this.sessionMeta(row, time, source);
    return { kept: asText(row.record_type) ?? "untyped" };
  }

  private sessionMeta(meta: JsonObject, time: string | null, source: SourceLocation): RowVerdict {
    const which = this.header.read(meta, time, source);
    if (which !== "other") this.usage.forgetOrder();
    if (which !== "first") return "interpreted";
    this.model = this.header.model;
    if (parentIdOf(meta) !== null) this.copied.expect(meta, time);
    return "interpreted";
  }

  private item(item: JsonObject, time: string | null, source: SourceLocation, kind: string): RowVerdict {
    // The state of the work tree, for the client's undo. It is never sent to a model.
    if (item.type === "ghost_snapshot") return { kept: kind };
    if (this.isCopy) return this.copiedItem(item, time, source, kind);
    const context: ItemContext = { source, time, model: this.model, originOf: originOfItem };
    const decoded = this.thread.decode(item, context);
    if (!decoded) return { kept: kind };
    if (decoded.parts.length === 0) return { kept: `${kind} (empty)` };
    if (decoded.by === "model" && item.id === REVIEW_ANSWER) this.reviewAnswer(decoded.parts, time, source);
    else if (decoded.by === "model") this.answer(item, context);
    else this.thread.addMessage({ ...decoded, parts: this.failures.mark(decoded.parts) }, context);
    if (decoded.by === "message" && this.thread.lastMessage) this.prompts.noteMessage(this.thread.lastMessage);
    if (decoded.by === "compaction") this.compactions.byServer(time, source);
    return "interpreted";
  }

  private copiedItem(item: JsonObject, time: string | null, source: SourceLocation, kind: string): RowVerdict {
    const decoded = this.thread.decode(item, { source, time, model: null });
    if (!decoded) return { kept: kind };
    if (decoded.parts.length === 0) return { kept: `${kind} (empty)` };
    const marked = { ...decoded, parts: this.failures.mark(decoded.parts) };
    this.compactions.addCopy(marked, "client", { source, time, model: null });
    return "interpreted";
  }

  private answer(item: JsonObject, context: ItemContext) {
    const before = this.thread.open;
    this.thread.add(item, context);
    const { open } = this.thread;
    if (!open || open === before) return;
    if (this.limits) open.limits = this.limits;
    this.usage.open(open);
  }

  private reviewAnswer(parts: readonly Part[], time: string | null, source: SourceLocation) {
    this.usage.giveUp();
    this.draft.addMessage({ role: "assistant", origin: "client", parts, time }, source);
  }

  /**
   * Rolls back turns, each of which begins with a typed message. Turns that were rolled back earlier do not count
   * again.
   */
  private rollBack(turns: number, at: { readonly time?: string; readonly source: SourceLocation }) {
    for (const [offset, { origin, agent }] of this.draft.messages.slice(this.turnsReadTo).entries())
      if (origin === "typed" && agent === MAIN) this.turnStarts.push(this.turnsReadTo + offset);
    this.turnsReadTo = this.draft.messages.length;
    const gone = turns > 0 ? this.turnStarts.splice(-Math.floor(turns)) : [];
    const keptUntil = gone[0];
    const place = keptUntil === undefined ? {} : { keptUntil };
    this.draft.addEvent({ type: "rewind", detail: `back by ${turns} turns`, ...place, ...at });
  }

  private event(event: JsonObject, time: string | null, source: SourceLocation): RowVerdict {
    const type = asText(event.type) ?? "untyped";
    const kept = { kept: `event_msg:${type}` };
    if (this.isCopy && type === "token_count") {
      this.usage.readCopy(event);
      return { kept: "event_msg:token_count (copy)" };
    }
    if (this.isCopy && COPIED_EVENTS.has(type)) return { kept: `event_msg:${type} (copy)` };
    switch (type) {
      case "token_count":
        return this.usage.tokenCount(event, time, source);
      case "user_message":
        if (!this.isReviewing) this.prompts.noteEvent();
        return kept;
      case "entered_review_mode":
      case "exited_review_mode":
        this.isReviewing = type === "entered_review_mode";
        return kept;
      case "task_started":
        this.limits = limitsOf(event) ?? this.limits;
        this.turnStart = this.draft.responses.length;
        return kept;
      case "task_complete":
        return this.noteFirstToken(event) ? "interpreted" : kept;
      case "thread_settings_applied":
        this.model = asText(asObject(event.thread_settings)?.model) ?? this.model;
        return "interpreted";
      case "turn_aborted":
        this.usage.giveUp();
        this.draft.addEvent({
          type: "interruption",
          detail: asText(event.reason) ?? "turn aborted",
          ...when(time, source),
        });
        return "interpreted";
      case "error":
      case "stream_error":
        return this.error(asText(event.message) ?? type, time, source);
      case "thread_rolled_back":
        this.usage.giveUp();
        this.rollBack(asCount(event.num_turns) ?? 0, when(time, source));
        return "interpreted";
      case "context_compacted":
        return this.compactions.announced(time, source);
      case "thread_name_updated":
        this.draft.title = asText(event.thread_name) ?? this.draft.title;
        return "interpreted";
      default:
        return this.failures.note(type, event) ? "interpreted" : kept;
    }
  }

  /** The event at the end of a turn contains the time to first token of its first request. */
  private noteFirstToken(event: JsonObject): boolean {
    const milliseconds = asCount(event.time_to_first_token_ms);
    const first = this.draft.responses[this.turnStart];
    if (milliseconds === null || first === undefined) return false;
    first.firstTokenMs = milliseconds;
    return true;
  }

  private error(message: string, time: string | null, source: SourceLocation): RowVerdict {
    const status = statusIn(message);
    const detail = { message: message.slice(0, 500), ...(status !== null && { status }) };
    this.draft.addEvent({ type: "api-error", ...detail, ...when(time, source) });
    return "interpreted";
  }
}

/** Events of the parent that change the prompt. Other copied events are not read. */
const COPIED_EVENTS = new Set([
  "user_message",
  "turn_aborted",
  "error",
  "stream_error",
  "thread_rolled_back",
  "thread_name_updated",
]);

/** Id of the message with the result of a review, which the client writes into this thread. */
const REVIEW_ANSWER = "review_rollout_assistant";
