import { apparentOrigin } from "../../conversation/apparent-origin";
import type { Part, SourceLocation } from "../../conversation/part";
import { CallPairing, decodeParts } from "../../formats/gemini/decode-parts";
import { asArray, asCount, asLabel, asObject, asText, type JsonObject } from "../../formats/json-fields";
import type { Origin } from "../../transcript/session";
import { readGeminiUsage } from "../gemini-usage";
import type { RowVerdict } from "../import-run";
import { findKept, keptFields, messagesSentNow } from "../kept-messages";
import { MAIN, messageIdOf, type NewMessage, partIdOf, SessionDraft, timeOf } from "../session-draft";
import { QwenAgents } from "./agents";
import { ReportedCalls } from "./reported-calls";

/** User rows that the client wrote (source: chatRecordingService of QwenLM/qwen-code, 2026). */
const CLIENT_ROWS = new Set(["notification", "cron", "background_task_completed", "goal_runtime", "agent_bootstrap"]);

/** The index of a row's message, null if it made none, and how many messages the session had after reading the row. */
type Earlier = { readonly place: number | null; readonly behind: number };

const placeOf = (source: SourceLocation) => ({ id: (index: number) => partIdOf(source, index), source });

/**
 * True if the content was read before. Does not use the pairing of calls and results, which a repetition must not
 * change.
 */
function isSaid(raw: unknown, said: ReadonlySet<string>): boolean {
  const call = asObject(asObject(raw)?.functionCall) ?? asObject(asObject(raw)?.functionResponse);
  const hasId = asText(call?.id) !== null;
  return decodeParts([raw], { id: () => "" }, new CallPairing()).every((part) => said.has(gist(part, hasId)));
}

/** The content of a part without its place. Call ids are the log's own or made here. */
function gist(part: Part, isWithId: boolean): string {
  const { id: _, source: __, ...said } = part;
  const named = said.type === "tool-result" ? { ...said, toolName: "" } : said;
  return JSON.stringify("toolCallId" in named && !isWithId ? { ...named, toolCallId: "" } : named);
}

/** Interprets rows of Qwen Code, which are Claude Code's envelope around parts of the Gemini API. */
export class RowInterpreter {
  readonly draft = new SessionDraft("qwen-code", "Qwen Code");
  private readonly pairing = new CallPairing();
  /** The result of each row, by uuid. */
  private readonly read = new Map<string, Earlier>();
  readonly agents = new QwenAgents(this.draft);
  private readonly reported = new ReportedCalls(this.draft);

  readonly interpret = (value: unknown, source: SourceLocation): RowVerdict => {
    const row = asObject(value);
    const type = asText(row?.type);
    if (!row || type === null) return { kept: Array.isArray(value) ? "array" : `untyped-${typeof value}` };
    const uuid = asText(row.uuid);
    const earlier = uuid === null ? undefined : this.read.get(uuid);
    if (earlier) return this.fragment(row, type, earlier, source);
    this.noteFacts(row);
    const time = timeOf(row.timestamp);
    const from = this.draft.messages.length;
    const verdict = this.first(row, type, time, source);
    const behind = this.draft.messages.length;
    if (uuid !== null) this.read.set(uuid, { place: behind > from ? from : null, behind });
    return verdict;
  };

  /** Must be called after the last row. */
  finish(): SessionDraft {
    this.reported.finish(this.agents);
    this.agents.finish();
    return this.draft;
  }

  private first(row: JsonObject, type: string, time: string | null, source: SourceLocation): RowVerdict {
    if (type === "system") return this.system(row, time, source);
    return this.message(row, type, time, source);
  }

  /**
   * A row whose uuid was read before is a further piece of the earlier row, as the client itself treats it
   * (transcript-records.ts of QwenLM/qwen-code): parts are joined, and the last usage counts. A row without new content
   * is a repetition.
   */
  private fragment(row: JsonObject, type: string, { place }: Earlier, source: SourceLocation): RowVerdict {
    const message = place === null ? undefined : this.draft.messages[place];
    const said = new Set(message?.parts.flatMap((part) => [gist(part, true), gist(part, false)]));
    const fresh = (asArray(asObject(row.message)?.parts) ?? []).filter((part) => !isSaid(part, said));
    if (!message || fresh.length === 0) return { kept: `duplicate:${type}` };
    const response = this.draft.responses.findLast(({ messageIndex }) => messageIndex === place);
    const time = timeOf(row.timestamp);
    this.draft.noteTime(time);
    message.parts.push(...decodeParts(fresh, placeOf(source), this.pairing));
    if (!response) return "interpreted";
    response.usage = readGeminiUsage(row.usageMetadata) ?? response.usage;
    response.model ??= asText(row.model);
    if (time !== null) response.endedAt = time;
    return "interpreted";
  }

  private noteFacts(row: JsonObject) {
    const version = asText(row.version);
    if (version !== null) this.draft.versions.add(version);
    this.draft.project ??= asText(row.cwd);
    this.draft.logId = asText(row.sessionId) ?? this.draft.logId;
    this.draft.noteTime(timeOf(row.timestamp));
  }

  private message(row: JsonObject, type: string, time: string | null, source: SourceLocation): RowVerdict {
    const parts = decodeParts(asObject(row.message)?.parts, placeOf(source), this.pairing);
    if (parts.length === 0 && !row.usageMetadata) return { kept: `${type}:empty` };
    if (type === "assistant") this.answer(row, parts, time, source);
    else if (type === "tool_result") this.toolResult(row, parts, time, source);
    else if (type === "user") {
      const agent = this.agents.of(row);
      // A sub-agent's prompt was written by the agent that started it.
      const isTyped = agent === MAIN && !CLIENT_ROWS.has(asText(row.subtype) ?? "");
      const origin: Origin = isTyped ? "typed" : "client";
      this.reported.settle(agent);
      this.draft.addMessage({ role: "user", origin, parts, time, agent }, source);
    } else return { kept: type };
    return "interpreted";
  }

  /** Usage is in the row and also in the telemetry before it, but counted once. */
  private answer(row: JsonObject, parts: readonly Part[], time: string | null, source: SourceLocation) {
    const agent = this.agents.of(row);
    if (this.continues(row, agent, parts, time)) return;
    const logged = readGeminiUsage(row.usageMetadata);
    const usage = this.reported.take(agent, logged) ?? logged;
    const empty = { id: partIdOf(source, "empty"), type: "text", text: "", source } as const;
    const said = parts.length > 0 ? parts : [empty];
    const id = asText(row.uuid) ?? `${messageIdOf(source)}.response`;
    const window = asCount(row.contextWindowSize);
    const limits = window ? { window } : null;
    this.draft.addResponse({ id, model: asText(row.model), time, parts: said, usage, limits, agent }, source);
  }

  /** A sub-agent's tool calls are in a second row of their answer, which has no usage. */
  private continues(row: JsonObject, agent: string, parts: readonly Part[], time: string | null): boolean {
    const open = agent === MAIN || row.usageMetadata ? undefined : this.draft.responses.at(-1);
    const message = open && this.draft.messages[open.messageIndex];
    if (!open || open.agent !== agent || message !== this.draft.messages.at(-1)) return false;
    const isEmpty = message?.parts.every((part) => part.type === "text" && part.text === "");
    if (isEmpty) message?.parts.splice(0);
    this.draft.extend(open, parts, time);
    return true;
  }

  private toolResult(row: JsonObject, parts: readonly Part[], time: string | null, source: SourceLocation) {
    const isFailed = asObject(row.toolCallResult)?.status === "error";
    const marked = parts.map((part) => (part.type === "tool-result" && isFailed ? { ...part, isError: true } : part));
    this.draft.addMessage({ role: "tool", origin: "tool", parts: marked, time, agent: this.agents.of(row) }, source);
  }

  private system(row: JsonObject, time: string | null, source: SourceLocation): RowVerdict {
    const subtype = asText(row.subtype) ?? "unknown";
    const payload = asObject(row.systemPayload);
    const when = { source, ...(time && { time }) };
    switch (subtype) {
      case "ui_telemetry":
        return this.telemetry(asObject(payload?.uiEvent), when, source);
      case "chat_compression":
        return this.compression(payload ?? {}, time, source);
      case "rewind":
        return this.rewind(row, payload, when);
      case "custom_title":
        this.draft.title = asText(payload?.customTitle) ?? asText(payload?.title) ?? this.draft.title;
        return "interpreted";
      default:
        return { kept: `system:${subtype}` };
    }
  }

  /** The parent of this row is the last one before the prompt that was taken back; null at the start of the session. */
  private rewind(row: JsonObject, payload: JsonObject | null, when: { source: SourceLocation; time?: string }) {
    const parent = asText(row.parentUuid);
    const keptUntil = parent === null ? 0 : this.read.get(parent)?.behind;
    const detail = `back by ${asLabel(payload?.truncatedCount) ?? "an unknown number of"} entries`;
    this.reported.settle(MAIN);
    this.draft.addEvent({ type: "rewind", detail, ...(keptUntil !== undefined && { keptUntil }), ...when });
    return "interpreted" as const;
  }

  private telemetry(
    event: JsonObject | null,
    when: { source: SourceLocation; time?: string },
    source: SourceLocation,
  ): RowVerdict {
    const name = asText(event?.["event.name"]) ?? "unknown";
    if (event && name.endsWith("api_response")) this.reported.note(event, when.time ?? null, source);
    if (!event || !name.endsWith("api_error")) return { kept: `system:ui_telemetry:${name}` };
    const message = asText(event.error_message) ?? asText(event.error) ?? "API error";
    const status = asCount(event.status_code);
    this.draft.addEvent({
      type: "api-error",
      message: message.slice(0, 500),
      ...(status && { status }),
      ...when,
      source,
    });
    return "interpreted";
  }

  /** `compressedHistory` replaces the prompt: a summary and the kept turns. */
  private compression(payload: JsonObject, time: string | null, source: SourceLocation): RowVerdict {
    const history = asArray(payload.compressedHistory);
    if (!history) return { kept: "system:chat_compression" };
    const info = asObject(payload.info);
    const tokensBefore = asCount(info?.originalTokenCount);
    this.reported.settle(MAIN);
    const event = this.draft.addEvent({
      type: "compaction",
      trigger: TRIGGERS[asText(info?.triggerReason) ?? ""] ?? "unknown",
      ...(tokensBefore && { tokensBefore }),
      source,
      ...(time && { time }),
    });
    const said = history.flatMap((content, index) => this.replacement(asObject(content) ?? {}, index, time, source));
    const { before, kept, behind } = findKept(said, messagesSentNow(this.draft), this.draft);
    const atMessage = this.draft.messages.length;
    for (const message of before) this.draft.addMessage(message, source);
    const end = this.draft.messages.length;
    for (const message of behind) this.draft.addMessage(message, source);
    const summary = this.draft.messages.slice(atMessage).find((message) => message.origin === "summary");
    Object.assign(event, { ...(summary && { summaryMessageId: summary.id }), ...keptFields(kept, atMessage, end) });
    return "interpreted";
  }

  /** A message of the new history; none if it has no parts. */
  private replacement(content: JsonObject, index: number, time: string | null, source: SourceLocation): NewMessage[] {
    const place = { id: (part: number) => partIdOf(source, `${index}.${part}`), source };
    const parts = decodeParts(content.parts, place, this.pairing);
    if (parts.length === 0) return [];
    const said = { id: `${messageIdOf(source)}.${index}`, parts, time };
    if (content.role === "model") return [{ ...said, role: "assistant", origin: "model" }];
    const isResults = apparentOrigin({ role: "user", parts }) === "tool";
    return [isResults ? { ...said, role: "tool", origin: "tool" } : { ...said, role: "user", origin: originOf(parts) }];
  }
}

/** Beginnings of the text that replaces the history in a compression. Other user texts appeared before. */
const SUMMARY = ["<summary>", "<state_snapshot>"];

const originOf = ([first]: readonly Part[]): Origin =>
  first?.type === "text" && !SUMMARY.some((prefix) => first.text.trimStart().startsWith(prefix)) ? "client" : "summary";

/** Why the client compressed, as logged since 0.24. */
const TRIGGERS: Readonly<Record<string, "auto" | "manual">> = { token_limit: "auto", manual: "manual" };
