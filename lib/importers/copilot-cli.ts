import { fail, ok } from "../conversation/errors";
import type { SourceLocation } from "../conversation/part";
import { asArray, asCount, asObject, asString, asText, type JsonObject } from "../formats/json-fields";
import type { ReportedLimits } from "../transcript/session";
import { UNKNOWN_USAGE, type Usage } from "../transcript/usage";
import type { RowVerdict } from "./import-run";
import type { Importer } from "./importer";
import { isoTime } from "./iso-time";
import { ItemSession, type PartDraft } from "./item-session";
import { readOpenAiUsage } from "./openai-usage";
import { opaqueDraft, textCallDraft, textDrafts, textOutput, toolCallDraft, toolResultDraft } from "./part-drafts";
import { readSampleRows, rowsOf } from "./sample-rows";
import { type DraftResponse, MAIN } from "./session-draft";

const CONVERSATION = new Set(["session.start", "session.resume", "user.message", "assistant.message"]);

/**
 * Sessions of the Copilot CLI: `~/.copilot/session-state/<id>/events.jsonl`, one event `{type, data, id, timestamp,
 * parentId}` per line. An answer has its own token count. Prompts have none, and the totals in the last event cannot be
 * assigned to calls. Several events with one `apiCallId` may form an answer; the last has its tokens. Sources:
 * github.com/github/copilot-cli/issues/3551; docs.github.com, Copilot SDK, session events.
 */
export const copilotCli: Importer = {
  id: "copilot-cli",
  title: "GitHub Copilot CLI",
  detect(sample) {
    const rows = rowsOf(sample).slice(0, 20).map(asObject);
    const isOwn = rows.some(
      (row) => row && CONVERSATION.has(asText(row.type) ?? "") && asObject(row.data) && "parentId" in row,
    );
    return isOwn ? "events with type, data and parentId" : null;
  },
  async parse(files, sample, run) {
    const [file] = files;
    if (!file) throw new Error("an import has at least one file");
    const reader = new EventReader();
    const failure = await readSampleRows(file, sample, run, reader.interpret);
    return failure ? fail(failure) : ok([reader.draft.finish([file], run)]);
  },
};

class EventReader {
  readonly draft = new ItemSession("copilot-cli", "GitHub Copilot CLI");
  private model: string | null = null;
  /** The largest prompt that the current model accepts, once an event has reported it. */
  private limits: ReportedLimits | null = null;
  /** Reasoning from a separate event before its answer. */
  private thoughts: PartDraft[] = [];
  /** The last answer, identified by its call of the provider's API. It may consist of several events. */
  private open: { readonly apiCall: string; readonly response: DraftResponse } | null = null;
  private hasSystem = false;

  readonly interpret = (value: unknown, source: SourceLocation): RowVerdict => {
    const event = asObject(value);
    const type = asText(event?.type);
    const data = asObject(event?.data);
    if (!event || type === null || !data)
      return { bad: "invalid-row", message: `Line ${source.line} is not an event with type and data.` };
    const time = isoTime(event.timestamp);
    this.draft.noteTime(time);
    return this.read(type, data, time, source) ? "interpreted" : { kept: type };
  };

  /** False if the event is only kept, because it repeats another one or is irrelevant to the conversation. */
  private read(type: string, data: JsonObject, time: string | null, source: SourceLocation): boolean {
    switch (type) {
      case "session.start":
        return this.start(data);
      case "session.model_change":
        this.model = asText(data.newModel) ?? this.model;
        this.limits = null;
        return true;
      case "session.truncation":
      case "session.usage_info":
        return this.room(data);
      case "system.message":
        return this.system(data, time, source);
      case "user.message":
        return this.prompt(data, time, source);
      case "assistant.reasoning":
        return this.think(data);
      case "assistant.message":
        return this.answer(data, time, source);
      case "tool.execution_complete":
        return this.result(data, time, source);
      case "session.compaction_complete":
        return this.compaction(data, time, source);
      case "session.error":
        this.note({ type: "api-error", message: asText(data.message)?.slice(0, 500) ?? "error" }, time, source);
        return true;
      case "abort":
        this.note({ type: "interruption", detail: asText(data.reason) ?? "aborted" }, time, source);
        return true;
      default:
        return false;
    }
  }

  private note(event: Parameters<ItemSession["event"]>[0], time: string | null, source: SourceLocation) {
    this.draft.event({ ...event, ...(time !== null && { time }) }, source);
  }

  /** Reads the limits of the model from events about truncation or the size of the prompt. */
  private room(data: JsonObject): boolean {
    const window = asCount(data.tokenLimit);
    if (window) this.limits = { window };
    return false;
  }

  private start(data: JsonObject): boolean {
    this.draft.logId ||= asText(data.sessionId) ?? "";
    this.draft.project ??= asText(asObject(data.context)?.cwd);
    this.model = asText(data.selectedModel) ?? this.model;
    const version = asText(data.copilotVersion);
    if (version !== null) this.draft.versions.add(version);
    return true;
  }

  /**
   * The client repeats its system prompt with each typed message. In the prompt it comes first, wherever it is logged.
   */
  private system(data: JsonObject, time: string | null, source: SourceLocation): boolean {
    if (this.hasSystem || this.draft.responses.length > 0) return false;
    const draft = { role: "system", origin: "client", parts: textDrafts(asText(data.content)), time } as const;
    this.hasSystem = this.draft.sayFirst(draft, source);
    return this.hasSystem;
  }

  /** The typed text is sent with the client's context around it. */
  private prompt(data: JsonObject, time: string | null, source: SourceLocation): boolean {
    const typed = asText(data.content);
    const parts = textDrafts(asText(data.transformedContent) ?? typed);
    const attachments = (asArray(data.attachments) ?? []).map(opaqueDraft);
    const origin = typed === null ? "client" : "typed";
    this.draft.title ??= typed;
    return this.draft.say({ role: "user", origin, parts: [...parts, ...attachments], time }, source) !== null;
  }

  private think(data: JsonObject): boolean {
    const text = asText(data.content);
    if (text !== null) this.thoughts.push({ type: "reasoning", text });
    return text !== null;
  }

  private answer(data: JsonObject, time: string | null, source: SourceLocation): boolean {
    const own = reasoningOf(data);
    const thoughts = own.length > 0 ? own : this.thoughts;
    this.thoughts = [];
    const calls = (asArray(data.toolRequests) ?? []).map(callOf);
    const parts = [...thoughts, ...textDrafts(asText(data.content)), ...calls];
    const model = asText(data.model) ?? this.model;
    const agent = this.agentOf(data);
    const usage = usageOf(data);
    const apiCall = asText(data.apiCallId);
    if (apiCall !== null && this.open?.apiCall === apiCall) {
      this.draft.addToAnswer(this.open.response, { parts, usage, time }, source);
      return true;
    }
    const answer = { parts, model, usage, limits: this.limits, time, id: asText(data.messageId), agent };
    const response = this.draft.answer(answer, source);
    this.open = apiCall !== null && response !== null ? { apiCall, response } : null;
    return response !== null;
  }

  private result(data: JsonObject, time: string | null, source: SourceLocation): boolean {
    const id = asText(data.toolCallId);
    const result = asObject(data.result);
    const text = asString(result?.content) ?? asString(asObject(data.error)?.message) ?? "";
    if (id === null) return false;
    const parts = [toolResultDraft(id, textOutput(text), data.success === false)];
    this.draft.say({ role: "tool", origin: "tool", parts, time, agent: this.agentOf(data) }, source);
    return true;
  }

  /** A compaction that failed changed nothing. */
  private compaction(data: JsonObject, time: string | null, source: SourceLocation): boolean {
    if (data.success === false) return false;
    const atMessage = this.draft.messages.length;
    const parts = textDrafts(asText(data.summaryContent));
    const tokensBefore = asCount(data.preCompactionTokens);
    const summaryIndex = this.draft.say({ role: "user", origin: "summary", parts, time }, source);
    this.draft.compaction({ trigger: "unknown", time, tokensBefore, atMessage, summaryIndex }, source);
    return true;
  }

  /** The agent of an event. A sub-agent's events contain the id of the call that started it. */
  private agentOf(data: JsonObject): string {
    const parent = asText(data.parentToolCallId);
    if (parent === null) return MAIN;
    this.draft.addSubAgent(parent, { toolCallId: parent });
    return parent;
  }
}

function reasoningOf(data: JsonObject): PartDraft[] {
  const text = asText(data.reasoningText);
  const signature = asText(data.reasoningOpaque);
  if (text === null && signature === null) return [];
  return [{ type: "reasoning", text: text ?? "", ...(signature !== null && { signature }) }];
}

function callOf(value: unknown): PartDraft {
  const call = asObject(value);
  const id = asText(call?.toolCallId);
  const name = asText(call?.name);
  if (id === null || name === null) return opaqueDraft(value);
  const given = call?.arguments;
  return typeof given === "string" ? textCallDraft(id, name, given) : toolCallDraft(id, name, given);
}

function usageOf(data: JsonObject): Usage | null {
  const output = asCount(data.outputTokens);
  return readOpenAiUsage(data.usage) ?? (output === null ? null : { ...UNKNOWN_USAGE, output });
}
