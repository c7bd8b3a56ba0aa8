import type { ToolDefinition } from "../../conversation/message";
import type { JsonValue, SourceLocation } from "../../conversation/part";
import { asArray, asObject, asObjects, asString, asText, type JsonObject } from "../../formats/json-fields";
import type { RowVerdict } from "../import-run";
import { isoTime } from "../iso-time";
import { ItemSession, type PartDraft } from "../item-session";
import { fileDraft, opaqueDraft, textDrafts, textOutput, toolCallDraft, toolResultDraft } from "../part-drafts";

/**
 * Reads the turns of a conversation as Kiro CLI (formerly Amazon Q Developer CLI) stores it: what was sent, and the
 * response. Call ids may be empty, in which case calls and results are matched in order. Source:
 * aws/amazon-q-developer-cli, crates/chat-cli/src/cli/chat: conversation.rs, message.rs, parser.rs (2026-04).
 */
export class ConversationReader {
  readonly draft = new ItemSession("kiro-cli", "Kiro CLI");
  /** Ids of the calls that have no result yet. */
  private waiting: string[] = [];
  private readonly model: string | null;
  /** The summary in place of earlier turns, until it is added in front of the first turn. */
  private summary: string | null;

  constructor(
    private readonly conversation: JsonObject,
    project: string | null,
  ) {
    const info = asObject(conversation.model_info);
    this.summary = asText((asArray(conversation.latest_summary) ?? [conversation.latest_summary])[0]);
    this.draft.tools = Object.values(asObject(conversation.tools) ?? {})
      .flatMap(asObjects)
      .flatMap(toolOf);
    this.draft.logId = asText(conversation.conversation_id) ?? "";
    this.draft.isSnapshot = true;
    this.draft.project = project;
    this.model = modelName(info?.model_id) ?? modelName(conversation.model);
  }

  /** Reads a turn: `{user, assistant, request_metadata}` or, in older versions, a list of the first two. */
  readonly readTurn = (value: unknown, source: SourceLocation): RowVerdict => {
    const turn = asArray(value);
    const user = asObject(turn ? turn[0] : asObject(value)?.user);
    const assistant = asObject(turn ? turn[1] : asObject(value)?.assistant);
    if (!user && !assistant)
      return { bad: "invalid-row", message: `Item ${source.line} of the history is not a turn.` };
    this.saySummary(source);
    const facts = asObject(asObject(value)?.request_metadata);
    const asked = user ? this.ask(user, source) : false;
    const answered = assistant ? this.answer(assistant, facts, source) : false;
    return asked || answered ? "interpreted" : { kept: "turn (empty)" };
  };

  /** Reads the message that was not answered yet. */
  end(source: SourceLocation) {
    this.saySummary(source);
    const next = asObject(this.conversation.next_message);
    if (next) this.ask(next, source);
  }

  private saySummary(source: SourceLocation) {
    const parts = textDrafts(this.summary);
    this.summary = null;
    this.draft.say({ role: "user", origin: "summary", parts, time: null }, source);
  }

  private ask(user: JsonObject, source: SourceLocation): boolean {
    const content = asObject(user.content);
    const time = isoTime(user.timestamp);
    const state = asObject(asObject(user.env_context)?.env_state);
    this.draft.project ??= asText(state?.current_working_directory);
    const cancelled = asObject(content?.CancelledToolUses);
    const answered = asObject(content?.ToolUseResults) ?? cancelled;
    const results = (asArray(answered?.tool_use_results) ?? []).map((result) => this.resultOf(asObject(result) ?? {}));
    const said = this.draft.say({ role: "tool", origin: "tool", parts: results, time }, source);
    const prompt = asText(asObject(content?.Prompt)?.prompt) ?? asText(cancelled?.prompt);
    this.draft.title ??= prompt;
    const context = textDrafts(asText(user.additional_context));
    const images = (asArray(user.images) ?? []).map(imageOf);
    const parts = [...context, ...textDrafts(prompt), ...images];
    const origin = prompt === null ? "client" : "typed";
    return this.draft.say({ role: "user", origin, parts, time }, source) !== null || said !== null;
  }

  private resultOf(result: JsonObject): PartDraft {
    const named = asText(result.tool_use_id);
    const id = named ?? this.waiting[0] ?? "";
    this.waiting = this.waiting.filter((other) => other !== id);
    const output = (asArray(result.content) ?? []).flatMap((value) => {
      const block = asObject(value);
      const text = asString(block?.Text) ?? asString(block?.text);
      return textOutput(text ?? JSON.stringify(block?.Json ?? block?.json ?? value));
    });
    return toolResultDraft(id, output, /error/i.test(asText(result.status) ?? ""));
  }

  private answer(assistant: JsonObject, facts: JsonObject | null, source: SourceLocation): boolean {
    const plain = asObject(assistant.Response);
    const used = asObject(assistant.ToolUse);
    const answer = plain ?? used;
    const calls = (asArray(used?.tool_uses) ?? []).map((use, index) =>
      this.callOf(use, `call-${source.line}-${index}`),
    );
    const response = this.draft.answer(
      {
        id: asText(answer?.message_id),
        parts: [...textDrafts(asText(answer?.content)), ...calls],
        model: facts && "model_id" in facts ? modelName(facts.model_id) : this.model,
        usage: null,
        startedAt: isoTime(facts?.request_start_timestamp_ms),
        time: isoTime(facts?.stream_end_timestamp_ms),
      },
      source,
    );
    return response !== null;
  }

  private callOf(value: unknown, place: string): PartDraft {
    const use = asObject(value);
    const name = asText(use?.name);
    if (!use || name === null) return opaqueDraft(value);
    const id = asText(use.id) ?? place;
    this.waiting.push(id);
    return toolCallDraft(id, name, use.args);
  }
}

/** An image, whose bytes are stored as a list of numbers. */
function imageOf(value: unknown): PartDraft {
  const image = asObject(value);
  const [format, bytes] = [asText(image?.format), asArray(asObject(image?.source)?.Bytes)];
  if (format === null || bytes === null) return opaqueDraft(value);
  return fileDraft({ mediaType: `image/${format.toLowerCase()}`, byteLength: bytes.length });
}

function toolOf(value: JsonObject): ToolDefinition[] {
  const tool = asObject(value.ToolSpecification);
  const name = asText(tool?.name);
  if (!tool || name === null) return [];
  return [
    {
      name,
      description: asString(tool.description) ?? "",
      schema: (asObject(tool.input_schema)?.json ?? {}) as JsonValue,
    },
  ];
}

/** The name of the model. "auto" is Kiro's name for its automatic choice. */
export const modelName = (value: unknown): string | null => (value === "auto" ? null : asText(value));
