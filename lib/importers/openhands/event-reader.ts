import type { JsonValue, SourceLocation } from "../../conversation/part";
import { asArray, asCount, asObject, asString, asText, type JsonObject } from "../../formats/json-fields";
import type { Usage } from "../../transcript/usage";
import type { RowVerdict } from "../import-run";
import { isoTime } from "../iso-time";
import { ItemSession, type PartDraft } from "../item-session";
import {
  fileDraft,
  opaqueDraft,
  textCallDraft,
  textDrafts,
  textOutput,
  toolCallDraft,
  toolResultDraft,
  urlFile,
  usageOf,
} from "../part-drafts";
import { uncachedInput } from "../uncached-input";
import { zoneShift } from "./zone-shift";

type PendingAnswer = {
  readonly id: string;
  readonly parts: PartDraft[];
  readonly time: string | null;
  readonly source: SourceLocation;
};

/**
 * Reads the events of one run. A response is repeated in every action and observation that it led to, but counted once.
 */
export class EventReader {
  private readonly draft = new ItemSession("openhands", "OpenHands");
  /** The answers read so far, by id. Each action of an answer repeats the entire answer. */
  private readonly seen = new Map<string, string>();
  /** For each event id, its index in `messagesBefore`, which has the number of messages before each event. */
  private readonly placeOf = new Map<number | string, number>();
  private readonly messagesBefore: number[] = [];
  private readonly shift: number;
  private pending: PendingAnswer | null = null;
  private lastCall: string | null = null;
  /** The shell's folder after the newest command; null if the log does not state it. */
  private folder: string | null = null;
  private events = 0;
  /** Ids of the answers that the events contain. */
  private readonly logged: ReadonlySet<string>;
  private readonly placeOfCall: ReadonlyMap<string, number>;
  /** Index in `calls` of the call after the newest answer. */
  private nextCall = 0;
  private model: string | null = null;

  /**
   * The entire history is needed to convert its times to UTC. `calls`: response ids of the run's model calls, in order.
   * An answer that OpenHands could not parse is not in any event.
   */
  constructor(
    history: readonly unknown[] = [],
    private readonly calls: readonly string[] = [],
  ) {
    this.shift = zoneShift(history);
    this.placeOfCall = new Map(calls.map((id, place) => [id, place]));
    this.logged = new Set(history.flatMap((event) => asText(responseOf(asObject(event))?.id) ?? []));
  }

  read(event: JsonObject, source: SourceLocation): RowVerdict {
    this.events += 1;
    const time = this.timeOf(event.timestamp);
    const isAction = event.kind === "ActionEvent";
    if (!isAction) this.flush();
    const id = asText(event.id) ?? asCount(event.id);
    if (id !== null) this.placeOf.set(id, this.messagesBefore.length);
    this.messagesBefore.push(this.draft.messages.length);
    if (typeof event.kind === "string") return this.sdkEvent(event.kind, event, time, source);
    if (typeof event.action === "string") return this.action(event.action, event, time, source);
    if (typeof event.observation === "string") return this.observation(event.observation, event, time, source);
    return { kept: "event" };
  }

  end(): ItemSession {
    this.flush();
    return this.draft;
  }

  private timeOf(value: unknown): string | null {
    const time = isoTime(value);
    return time === null || this.shift === 0 ? time : isoTime(Date.parse(time) - this.shift);
  }

  private action(action: string, event: JsonObject, time: string | null, source: SourceLocation): RowVerdict {
    const args = asObject(event.args) ?? {};
    switch (action) {
      case "system":
        this.draft.tools = (asArray(args.tools) ?? []).flatMap(toolDefinition);
        this.noteVersion(args.openhands_version);
        return this.say("system", "system", textDrafts(asText(args.content)), time, source, action);
      case "condensation":
        return this.condensation(args, time, source);
      case "recall":
      case "change_agent_state":
      case "null":
        return { kept: `action:${action}` };
      default:
        break;
    }
    if (event.source === "user") return this.say("user", "typed", userParts(args), time, source, action);
    if (this.answerOf(responseOf(event), time, source)) return "interpreted";
    return this.bareAction(action, event, args, time, source);
  }

  /** Adds an action's response as the provider returned it. False if it is not in the log. */
  private answerOf(response: JsonObject | null, time: string | null, source: SourceLocation): boolean {
    const message = asObject(asObject(asArray(response?.choices)?.[0])?.message);
    const id = asText(response?.id);
    if (!response || !message || id === null) return false;
    const text = JSON.stringify(message);
    if (this.seen.get(id) === text) return true; // a different answer with a known id is read
    this.seen.set(id, text);
    const call = this.placeOfCall.get(id);
    if (call !== undefined) this.nextCall = call + 1;
    this.model = asText(response.model);
    const startedAt = isoTime(response.created);
    this.draft.answer(
      {
        id,
        parts: answerParts(message).map(this.inFolder),
        model: this.model,
        usage: readUsage(response.usage),
        startedAt,
        time,
      },
      source,
    );
    return true;
  }

  /** Adds the answer that caused an error because OpenHands could not parse it. Its text and usage are not logged. */
  private unreadableAnswer(time: string | null, source: SourceLocation) {
    const id = this.calls[this.nextCall];
    if (id === undefined || this.logged.size === 0 || this.logged.has(id)) return;
    this.nextCall += 1;
    this.draft.answer({ id, parts: [{ type: "text", text: "" }], model: this.model, usage: null, time }, source);
  }

  /** Without function calling, only the action is logged. It becomes a thought and a call with the action's name. */
  private bareAction(
    action: string,
    event: JsonObject,
    args: JsonObject,
    time: string | null,
    source: SourceLocation,
  ): RowVerdict {
    const { thought, content, ...input } = args;
    const isMessage = action === "message";
    const said = textDrafts(asText(isMessage ? (content ?? thought) : thought));
    this.lastCall = isMessage ? null : `event-${asCount(event.id) ?? this.events}`;
    const made = isMessage ? input : withoutThought(args);
    const call = this.lastCall === null ? [] : [this.inFolder(toolCallDraft(this.lastCall, action, made))];
    const parts = [...said, ...call];
    return this.draft.answer({ parts, model: null, usage: null, time }, source)
      ? "interpreted"
      : { kept: `action:${action}` };
  }

  private observation(kind: string, event: JsonObject, time: string | null, source: SourceLocation): RowVerdict {
    const extras = asObject(event.extras) ?? {};
    const content = asString(event.content) ?? "";
    this.noteFolder(extras.metadata);
    if (kind === "recall") return this.say("user", "client", recallParts(extras), time, source, "observation:recall");
    if (kind === "agent_state_changed" || kind === "null") return { kept: `observation:${kind}` };
    const toolCallId = asText(asObject(event.tool_call_metadata)?.tool_call_id) ?? this.bareCallOf(event);
    if (toolCallId === null && kind === "error") this.unreadableAnswer(time, source);
    if (toolCallId === null)
      return this.say("user", "client", textDrafts(content), time, source, `observation:${kind}`);
    const images = (asArray(extras.image_urls) ?? []).flatMap((url) => asText(url) ?? []);
    const files = images.map((url) => ({ type: "file", ...urlFile(url, null) }) as const);
    const isError = kind === "error" || event.success === false;
    const result = toolResultDraft(toolCallId, [...textOutput(content), ...files], isError);
    return this.say("tool", "tool", [result], time, source, `observation:${kind}`);
  }

  /** The action that an observation answers. The oldest logs have no reference to it, so it is the previous one. */
  private bareCallOf(event: JsonObject): string | null {
    const call = this.lastCall;
    const cause = asCount(event.cause);
    if (call === null || (cause !== null && call !== `event-${cause}`)) return null;
    this.lastCall = null;
    return call;
  }

  private condensation(args: JsonObject, time: string | null, source: SourceLocation): RowVerdict {
    const ids = (asArray(args.forgotten_event_ids) ?? []).flatMap((id) => asText(id) ?? asCount(id) ?? []);
    const last = ids.at(-1) ?? asCount(args.forgotten_events_end_id);
    const first = ids.length > 0 ? (ids[0] ?? null) : asCount(args.forgotten_events_start_id);
    const keptUntil = this.firstOf(first);
    const keptFrom = this.firstAfter(last);
    const atMessage = this.draft.messages.length;
    const parts = textDrafts(asText(args.summary));
    const summaryIndex = this.draft.say({ role: "user", origin: "summary", parts, time }, source);
    this.draft.compaction({ trigger: "auto", time, keptFrom, keptUntil, atMessage, summaryIndex }, source);
    return "interpreted";
  }

  /** The index of an event's first message. Messages before it were kept. */
  private firstOf(id: number | string | null): number | null {
    const place = id === null ? undefined : this.placeOf.get(id);
    return place === undefined ? null : (this.messagesBefore[place] ?? null);
  }

  /** The index after an event's messages. */
  private firstAfter(id: number | string | null): number | null {
    const place = id === null ? undefined : this.placeOf.get(id);
    return place === undefined ? null : (this.messagesBefore[place + 1] ?? null);
  }

  private say(
    role: "system" | "user" | "tool",
    origin: "system" | "typed" | "client" | "tool",
    parts: readonly PartDraft[],
    time: string | null,
    source: SourceLocation,
    kind: string,
  ): RowVerdict {
    return this.draft.say({ role, origin, parts, time }, source) === null ? { kept: kind } : "interpreted";
  }

  private noteFolder(metadata: unknown) {
    this.folder = asText(asObject(metadata)?.working_dir) ?? this.folder;
  }

  /** A command starts in the folder that the previous one left. Python code has another folder, which is not logged. */
  private readonly inFolder = (part: PartDraft): PartDraft =>
    part.type === "tool-call" && this.folder !== null && !PYTHON.test(part.toolName)
      ? { ...part, folder: this.folder }
      : part;

  private noteVersion(version: unknown) {
    const text = asText(version);
    if (text !== null) this.draft.versions.add(text);
  }

  /** Events of the V1 SDK. */
  private sdkEvent(kind: string, event: JsonObject, time: string | null, source: SourceLocation): RowVerdict {
    switch (kind) {
      case "SystemPromptEvent":
        this.draft.tools = (asArray(event.tools) ?? []).flatMap(toolDefinition);
        return this.say("system", "system", contentParts([event.system_prompt]), time, source, kind);
      case "MessageEvent":
        return this.sdkMessage(event, time, source);
      case "ActionEvent":
        return this.sdkAction(event, time, source);
      case "ObservationEvent":
      case "AgentErrorEvent":
      case "UserRejectObservation":
        return this.sdkResult(event, time, source);
      case "Condensation":
      case "CondensationEvent":
        return this.condensation(event, time, source);
      default:
        return { kept: kind };
    }
  }

  private sdkMessage(event: JsonObject, time: string | null, source: SourceLocation): RowVerdict {
    const message = asObject(event.llm_message);
    const parts = contentParts(message?.content);
    if (message?.role !== "assistant")
      return this.say("user", event.source === "user" ? "typed" : "client", parts, time, source, "MessageEvent");
    const answer = { id: asText(event.llm_response_id), parts: [...thinkingOf(message), ...parts], model: null };
    return this.draft.answer({ ...answer, usage: null, time }, source) ? "interpreted" : { kept: "MessageEvent" };
  }

  /** Parallel calls of one response are separate consecutive events. */
  private sdkAction(event: JsonObject, time: string | null, source: SourceLocation): RowVerdict {
    const id = asText(event.llm_response_id) ?? `event-${this.events}`;
    if (this.pending?.id !== id) {
      this.flush();
      this.pending = { id, parts: [...thinkingOf(event), ...contentParts(event.thought)], time, source };
    }
    const call = asObject(event.tool_call);
    const name = asText(event.tool_name) ?? asText(call?.name) ?? "tool";
    const callId = asText(event.tool_call_id) ?? asText(call?.id) ?? id;
    const text = asText(call?.arguments);
    this.pending?.parts.push(
      this.inFolder(text === null ? toolCallDraft(callId, name, event.action) : textCallDraft(callId, name, text)),
    );
    return "interpreted";
  }

  private sdkResult(event: JsonObject, time: string | null, source: SourceLocation): RowVerdict {
    const observation = asObject(event.observation);
    this.noteFolder(observation?.metadata);
    const texts = [observation?.content ?? observation?.output, event.error, event.rejection_reason].flatMap((value) =>
      contentParts(value),
    );
    const output = texts.flatMap((part) =>
      part.type === "text" ? textOutput(part.text) : part.type === "file" ? [part] : [],
    );
    const isError = event.kind !== "ObservationEvent" || observation?.is_error === true || observation?.error === true;
    const callId = asText(event.tool_call_id);
    if (callId === null) return { kept: asText(event.kind) ?? "event" };
    return this.say(
      "tool",
      "tool",
      [toolResultDraft(callId, output, isError, asText(event.tool_name))],
      time,
      source,
      "",
    );
  }

  private flush() {
    if (!this.pending) return;
    const { id, parts, time, source } = this.pending;
    this.pending = null;
    this.draft.answer({ id, parts, model: null, usage: null, time }, source);
  }
}

const PYTHON = /ipython/;

/** The response that led to an event, as the provider returned it. */
const responseOf = (event: JsonObject | null): JsonObject | null =>
  asObject(asObject(event?.tool_call_metadata)?.model_response);

const withoutThought = ({ thought: _thought, ...input }: JsonObject): JsonObject => input;

const userParts = (args: JsonObject): PartDraft[] => [
  ...textDrafts(asText(args.content)),
  ...(asArray(args.image_urls) ?? []).flatMap((url) => asText(url) ?? []).map((url) => fileDraft(urlFile(url, null))),
];

/** The prompt contains the recalled text. The observation's own content is only a caption. */
function recallParts(extras: JsonObject): PartDraft[] {
  const knowledge = (asArray(extras.microagent_knowledge) ?? []).map((item) => asText(asObject(item)?.content));
  const texts = [asText(extras.repo_instructions), asText(extras.additional_agent_instructions), ...knowledge];
  return texts.flatMap((text) => textDrafts(text));
}

function contentParts(content: unknown): PartDraft[] {
  if (typeof content === "string") return textDrafts(content);
  return (asArray(content) ?? []).flatMap((value): PartDraft[] => {
    const part = asObject(value);
    if (!part) return [];
    if (typeof part.text === "string") return textDrafts(part.text);
    const urls = (asArray(part.image_urls) ?? []).flatMap((url) => asText(url) ?? []);
    return urls.length > 0 ? urls.map((url) => fileDraft(urlFile(url, null))) : [opaqueDraft(value)];
  });
}

const thinkingOf = (fields: JsonObject): PartDraft[] => {
  const text = asText(fields.reasoning_content);
  return text === null ? [] : [{ type: "reasoning", text }];
};

function answerParts(message: JsonObject): PartDraft[] {
  const calls = (asArray(message.tool_calls) ?? []).map((value) => {
    const call = asObject(value);
    const called = asObject(call?.function);
    const id = asText(call?.id);
    const name = asText(called?.name);
    if (id === null || name === null) return opaqueDraft(value);
    return textCallDraft(id, name, asString(called?.arguments) ?? "");
  });
  const content = typeof message.content === "string" ? textDrafts(message.content) : contentParts(message.content);
  return [...thinkingOf(message), ...content, ...calls];
}

function toolDefinition(value: unknown) {
  const definition = asObject(asObject(value)?.function) ?? asObject(value);
  const name = asText(definition?.name) ?? asText(definition?.title);
  if (!definition || name === null) return [];
  const description = asString(definition.description);
  const schema = (definition.parameters ?? definition.inputSchema ?? {}) as JsonValue;
  return [{ name, ...(description !== null && { description }), schema }];
}

/** Usage as LiteLLM reports it: prompt_tokens include cache reads and writes. */
function readUsage(value: unknown): Usage | null {
  const usage = asObject(value);
  const details = asObject(usage?.prompt_tokens_details);
  const cacheRead = asCount(details?.cached_tokens) ?? asCount(usage?.cache_read_input_tokens);
  const cacheWriteUnsplit = asCount(usage?.cache_creation_input_tokens);
  return usageOf({
    uncachedInput: uncachedInput(asCount(usage?.prompt_tokens), cacheRead, cacheWriteUnsplit),
    cacheRead,
    cacheWriteUnsplit,
    output: asCount(usage?.completion_tokens),
    reasoning: asCount(asObject(usage?.completion_tokens_details)?.reasoning_tokens),
  });
}
