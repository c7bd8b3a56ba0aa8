import type { Part, SourceLocation } from "../../conversation/part";
import { asArray, asCount, asObject, asText, type JsonObject } from "../../formats/json-fields";
import type { DecodedItem } from "../../formats/openai-responses/decode-item";
import type { ReportedLimits } from "../../transcript/session";
import type { ImportRun, RowVerdict } from "../import-run";
import { type ItemContext, ItemThread } from "../item-thread";
import { MAIN, messageIdOf, partIdOf, SessionDraft, timeOf } from "../session-draft";
import { CallFailures } from "./call-failures";
import { CopiedHistory } from "./copied-history";
import { originOfItem } from "./origin";
import { RunningTotal } from "./running-total";
import { limitsOf, TokenCounts, type TokenReport } from "./token-counts";
import { TypedPrompts } from "./typed-prompts";
import { UsageBooking } from "./usage-booking";

/**
 * A Codex rollout, row by row. The canonical stream is `response_item`; most `event_msg` rows repeat it for the screen
 * and are only counted. Usage comes in rows of its own (see `UsageBooking`).
 */
export class RolloutInterpreter {
  readonly draft = new SessionDraft("codex", "Codex");
  private readonly thread = new ItemThread(this.draft);
  private readonly counts = new TokenCounts();
  private readonly booking = new UsageBooking();
  private readonly total = new RunningTotal(this.draft);
  private readonly prompts = new TypedPrompts();
  private readonly failures = new CallFailures();
  private readonly copied = new CopiedHistory();
  /** Where the turns of the main thread begin that no rollback took away, as far as messages were looked at. */
  private readonly turnStarts: number[] = [];
  private turnsReadTo = 0;
  /** The row at hand is a copy of the parent's: part of the prompt, but neither typed nor paid here. */
  private isCopy = false;
  private model: string | null = null;
  private instructions: string | null = null;
  private hasMeta = false;
  private isCompacted = false;
  private lastPrompt: number | null = null;
  /** A review is a thread of its own; its prompts are announced here and sent there. */
  private isReviewing = false;
  /** What the turn at hand began with; each report says it again. */
  private limits: ReportedLimits | null = null;

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
    // Before September 2025 items stood in rows of their own, without an envelope.
    return payload ? this.enveloped(type, payload, time, source) : this.item(row, time, source, type);
  };

  /**
   * Call after the last row. Where reports come before their items, the items of the last one may still be on their way
   * into the file, so it is no call yet.
   */
  finish(): SessionDraft {
    if (this.booking.waiting) this.run.report("usage-without-answer", STILL_OPEN, this.booking.waiting.source);
    this.prompts.settle(this.draft.messages);
    return this.draft;
  }

  private enveloped(type: string, payload: JsonObject, time: string | null, source: SourceLocation): RowVerdict {
    switch (type) {
      case "session_meta":
        return this.sessionMeta(payload, time, source);
      case "turn_context":
        this.noteProvider(payload);
        this.model = asText(payload.model) ?? this.model;
        this.draft.project ??= asText(payload.cwd);
        return "interpreted";
      case "response_item":
        return this.item(payload, time, source, `response_item:${asText(payload.type) ?? "untyped"}`);
      case "event_msg":
        return this.event(payload, time, source);
      case "compacted":
        return this.compacted(payload, time, source);
      case "token_usage_record":
        return this.usageRecord(payload, time, source);
      default:
        return { kept: type };
    }
  }

  /** Where a fork's copies end, its own part begins, which is an event. */
  private noteCopies(row: JsonObject, time: string | null, source: SourceLocation) {
    const wasCopy = this.isCopy;
    this.isCopy = this.copied.has(row, time);
    if (!wasCopy || this.isCopy || this.copied.rows === 0) return;
    this.booking.takeUnlogged();
    this.thread.close();
    const detail = `${this.copied.rows} rows until here are copies of the parent's; the session's own begin`;
    this.draft.addEvent({ type: "fork", detail, ...when(time, source) });
  }

  /** The first line of a file without envelopes, or a record of the client's state. */
  private bareRow(row: JsonObject, time: string | null, source: SourceLocation): RowVerdict {
    if (asText(row.id) !== null && !this.hasMeta) return this.sessionMeta(row, time, source);
    return { kept: asText(row.record_type) ?? "untyped" };
  }

  private sessionMeta(meta: JsonObject, time: string | null, source: SourceLocation): RowVerdict {
    const version = asText(meta.cli_version);
    if (version !== null) this.draft.versions.add(version);
    const id = asText(meta.id);
    // The rows of another session: a fork starts with a copy of its parent, whose own header comes along.
    if (this.hasMeta && id !== this.draft.logId) {
      this.draft.addEvent({ type: "fork", detail: `rows of session ${id} follow`, ...when(time, source) });
      return "interpreted";
    }
    this.booking.forgetOrder();
    if (this.hasMeta) return "interpreted";
    this.hasMeta = true;
    this.draft.logId = id ?? "";
    this.draft.project = asText(meta.cwd);
    this.model = asText(meta.model);
    this.noteProvider(meta);
    this.noteOrigin(meta, time, source);
    if (parentIdOf(meta) !== null) this.copied.expect(meta, time);
    this.instructions = asText(asObject(meta.base_instructions)?.text) ?? asText(meta.instructions);
    this.addInstructions(source);
    return "interpreted";
  }

  /** TraeX is built on Codex and writes its files. */
  private noteProvider(facts: JsonObject) {
    if (asText(facts.model_provider) === "trae") this.draft.client = "TraeX";
  }

  /** A sub-agent and a fork have a file of their own that names where they come from. */
  private noteOrigin(meta: JsonObject, time: string | null, source: SourceLocation) {
    const subAgent = asObject(meta.source)?.subagent ?? asObject(meta.source)?.sub_agent;
    const parent = parentIdOf(meta);
    if (subAgent === undefined && parent === null) return;
    const what = subAgent === undefined ? "fork" : `sub-agent (${nameOf(subAgent)})`;
    const isBare = asObject(meta.history_base) !== null;
    const place = isBare ? ", whose file holds what was said before" : "";
    const detail = parent === null ? what : `${what} of session ${parent}${place}`;
    this.draft.addEvent({ type: "fork", detail, ...when(time, source) });
  }

  /** They go with every request and are no item, so they stand again after a compaction. */
  private addInstructions(source: SourceLocation) {
    if (this.instructions === null) return;
    const parts: Part[] = [{ id: partIdOf(source, "instructions"), type: "text", text: this.instructions, source }];
    const id = `${messageIdOf(source)}.instructions`;
    this.draft.addMessage({ id, role: "system", origin: "system", parts, time: null }, source);
  }

  private item(item: JsonObject, time: string | null, source: SourceLocation, kind: string): RowVerdict {
    // The state of the work tree, for the client's undo: no model ever sees it.
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
    if (decoded.by === "compaction") this.compactedByServer(time, source);
    return "interpreted";
  }

  private copiedItem(item: JsonObject, time: string | null, source: SourceLocation, kind: string): RowVerdict {
    const decoded = this.thread.decode(item, { source, time, model: null });
    if (!decoded) return { kept: kind };
    if (decoded.parts.length === 0) return { kept: `${kind} (empty)` };
    this.addCopy({ ...decoded, parts: this.failures.mark(decoded.parts) }, "client", { source, time, model: null });
    return "interpreted";
  }

  private answer(item: JsonObject, context: ItemContext) {
    const before = this.thread.open;
    this.thread.add(item, context);
    const { open } = this.thread;
    if (!open || open === before) return;
    if (this.limits) open.limits = this.limits;
    this.booking.open(open);
  }

  private reviewAnswer(parts: readonly Part[], time: string | null, source: SourceLocation) {
    this.thread.close();
    this.booking.giveUp();
    this.draft.addMessage({ role: "assistant", origin: "client", parts, time }, source);
  }

  /** A turn begins with what was typed; turns that were rolled back before are gone and do not count again. */
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
      // The running total goes on from the parent's.
      this.counts.read(event);
      return { kept: "event_msg:token_count (copy)" };
    }
    if (this.isCopy && COPIED_EVENTS.has(type)) return { kept: `event_msg:${type} (copy)` };
    switch (type) {
      case "token_count":
        return this.tokenCount(event, time, source);
      case "user_message":
        if (!this.isReviewing) this.prompts.noteEvent();
        return kept;
      case "entered_review_mode":
      case "exited_review_mode":
        this.isReviewing = type === "entered_review_mode";
        return kept;
      case "task_started":
        this.limits = limitsOf(event) ?? this.limits;
        return kept;
      case "thread_settings_applied":
        this.model = asText(asObject(event.thread_settings)?.model) ?? this.model;
        return "interpreted";
      case "turn_aborted":
        this.thread.close();
        this.booking.giveUp();
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
        this.thread.close();
        this.booking.giveUp();
        this.rollBack(asCount(event.num_turns) ?? 0, when(time, source));
        return "interpreted";
      case "context_compacted":
        return this.contextCompacted(time, source);
      case "thread_name_updated":
        this.draft.title = asText(event.thread_name) ?? this.draft.title;
        return "interpreted";
      default:
        return this.failures.note(type, event) ? "interpreted" : kept;
    }
  }

  private tokenCount(event: JsonObject, time: string | null, source: SourceLocation): RowVerdict {
    const report = this.counts.read(event, this.draft.responses.length === 0);
    if ("skip" in report) return { kept: `event_msg:token_count (${report.skip})` };
    if (report.total) this.noteTotal(report.total, time, source);
    this.book(report, time, source);
    return "interpreted";
  }

  private usageRecord(record: JsonObject, time: string | null, source: SourceLocation): RowVerdict {
    const report = this.isCopy ? { skip: "copy" } : this.counts.readRecord(record, this.draft.logId);
    if ("skip" in report) return { kept: `token_usage_record (${report.skip})` };
    this.book(report, time, source);
    return "interpreted";
  }

  private book(report: Exclude<TokenReport, { skip: string }>, time: string | null, source: SourceLocation) {
    const { usage, prompt, limits } = report;
    this.lastPrompt = prompt;
    this.settleUnlogged();
    const isOpen = this.thread.open !== null;
    const response = this.booking.report({ usage, limits, source, time });
    // Behind the outputs of its call, the report says nothing of when the answer ended.
    if (response && isOpen && time !== null) response.endedAt = time;
    this.thread.close();
    if (this.booking.isUnlogged) this.settleUnlogged();
  }

  private noteTotal(
    total: { readonly now: number; readonly added: number },
    time: string | null,
    source: SourceLocation,
  ) {
    const fellBack = this.total.note(total);
    if (!fellBack) return;
    const { events } = this.draft;
    const event = this.draft.addEvent({ type: "rewind", detail: FELL_BACK, ...fellBack, ...when(time, source) });
    // It happened before the turn whose usage tells of it, and events stand in the order of the messages.
    const next = events.findIndex(({ atMessage }) => atMessage > fellBack.atMessage);
    if (next !== -1) events.splice(next, 0, ...events.splice(events.indexOf(event), 1));
  }

  /** A call whose answer is not in the log (a summary, an aborted turn) was paid for all the same. */
  private settleUnlogged() {
    const report = this.booking.takeUnlogged();
    if (!report) return;
    const { usage, limits, source, time } = report;
    const value = { type: "not_in_the_log" };
    const parts: Part[] = [{ id: partIdOf(source, "unlogged"), type: "opaque", value, source }];
    const id = `r${source.file}.${source.line}`;
    this.draft.addResponse({ id, model: this.model, time, parts, usage, limits, isHidden: true }, source);
  }

  /** The context starts anew with `replacement_history`; old files have only the summary. */
  private compacted(payload: JsonObject, time: string | null, source: SourceLocation): RowVerdict {
    const record = asObject(payload.latest_token_usage_record);
    if (record) this.usageRecord(record, time, source);
    this.settleUnlogged();
    this.thread.close();
    this.booking.giveUp();
    this.total.forget();
    this.isCompacted = true;
    const tokensBefore = this.lastPrompt === null ? {} : { tokensBefore: this.lastPrompt };
    const event = this.draft.addEvent({
      type: "compaction",
      trigger: "unknown",
      ...tokensBefore,
      ...when(time, source),
    });
    this.addInstructions(source);
    this.draft.notePrompt(time);
    const from = this.draft.messages.length;
    const history = asArray(payload.replacement_history) ?? [];
    for (const [index, item] of history.entries()) this.replacement(asObject(item), `${index}`, time, source);
    const summary = asText(payload.message);
    if (history.length === 0 && summary !== null) this.replacement(summaryItem(summary), "summary", time, source);
    const summaryId = this.draft.messages.slice(from).findLast((message) => message.origin === "summary")?.id;
    if (summaryId !== undefined) Object.assign(event, { summaryMessageId: summaryId });
    return "interpreted";
  }

  /** Messages that were kept are copies: no prompt was typed again and no answer was paid again. */
  private replacement(item: JsonObject | null, key: string, time: string | null, source: SourceLocation) {
    const decoded = item && this.thread.decode(item, { source, time, model: null, key });
    if (decoded) this.addCopy(decoded, "summary", { source, time, model: null, key });
  }

  /** A message that stands in the prompt again; `origin` is that of what somebody typed the first time. */
  private addCopy(decoded: DecodedItem, origin: "summary" | "client", context: ItemContext) {
    const { source, time, key } = context;
    const { parts } = decoded;
    const id = key === undefined ? messageIdOf(source) : `${messageIdOf(source)}.${key}`;
    this.thread.close();
    if (decoded.by === "model") this.draft.addMessage({ id, role: "assistant", origin: "model", parts, time }, source);
    else {
      const originOf: ItemContext["originOf"] = (role, given) => {
        const found = originOfItem(role, given);
        return found === "typed" ? origin : found;
      };
      this.thread.addMessage(decoded, { ...context, originOf });
    }
  }

  /** A compaction item among the items: the server compacted, and the item is what is left of all before it. */
  private compactedByServer(time: string | null, source: SourceLocation) {
    const message = this.draft.messages.at(-1);
    const tokensBefore = this.lastPrompt === null ? {} : { tokensBefore: this.lastPrompt };
    const summary = message ? { summaryMessageId: message.id } : {};
    const event = this.draft.addEvent({
      type: "compaction",
      trigger: "auto",
      ...tokensBefore,
      ...summary,
      ...when(time, source),
    });
    Object.assign(event, { atMessage: this.draft.messages.length - 1 });
    this.isCompacted = true;
  }

  private contextCompacted(time: string | null, source: SourceLocation): RowVerdict {
    const isRepeat = this.isCompacted;
    this.isCompacted = false;
    if (isRepeat) return { kept: "event_msg:context_compacted" };
    this.draft.addEvent({ type: "compaction", trigger: "unknown", ...when(time, source) });
    return "interpreted";
  }

  private error(message: string, time: string | null, source: SourceLocation): RowVerdict {
    const status = asCount(Number(/\b([45]\d\d)\b/.exec(message.slice(0, 200))?.[1]));
    const detail = { message: message.slice(0, 500), ...(status !== null && { status }) };
    this.draft.addEvent({ type: "api-error", ...detail, ...when(time, source) });
    return "interpreted";
  }
}

/** What happened to the parent; only what shapes the prompt is read from its copies. */
const COPIED_EVENTS = new Set([
  "user_message",
  "turn_aborted",
  "error",
  "stream_error",
  "thread_rolled_back",
  "thread_name_updated",
]);

const STILL_OPEN = "The log ends with the usage of a call whose answer is not in it yet; it was not counted.";

const FELL_BACK =
  "the running total fell back to that of an earlier call, and so did the prompt: what came after that call left it";

/** What a review in a thread of its own found, as the client writes it into this one. */
const REVIEW_ANSWER = "review_rollout_assistant";

const when = (time: string | null, source: SourceLocation) => ({ source, ...(time !== null && { time }) });

const summaryItem = (text: string): JsonObject => ({
  type: "message",
  role: "user",
  content: [{ type: "input_text", text }],
});

/** `"review"`, or `{ thread_spawn: { parent_thread_id, … } }`. */
function nameOf(subAgent: unknown): string {
  return asText(subAgent) ?? Object.keys(asObject(subAgent) ?? {})[0] ?? "unnamed";
}

/** The session that a fork or a sub-agent comes from. */
function parentIdOf(meta: JsonObject): string | null {
  const subAgent = asObject(meta.source)?.subagent ?? asObject(meta.source)?.sub_agent;
  return asText(meta.forked_from_id) ?? asText(meta.parent_thread_id) ?? parentOf(subAgent);
}

function parentOf(subAgent: unknown): string | null {
  const [detail] = Object.values(asObject(subAgent) ?? {});
  return asText(asObject(detail)?.parent_thread_id);
}
