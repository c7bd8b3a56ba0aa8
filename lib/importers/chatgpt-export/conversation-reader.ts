import type { SourceLocation } from "../../conversation/part";
import { asArray, asCount, asObject, asString, asText, type JsonObject } from "../../formats/json-fields";
import type { RowVerdict } from "../import-run";
import { isoTime } from "../iso-time";
import { ItemSession, type PartDraft } from "../item-session";
import type { TreeStep } from "../message-tree";
import { opaqueDraft, outputOf, textCallDraft, textDrafts, toolResultDraft } from "../part-drafts";

type Step = TreeStep<JsonObject>;
/** Messages by the model without a tool message between them: the response to one request. */
type Turn = {
  readonly parts: PartDraft[];
  readonly id: string;
  readonly model: string | null;
  readonly source: SourceLocation;
  readonly isHidden: boolean;
  time: string | null;
};

/** Reads one conversation, message by message in the order of `walkTree`. */
export class ConversationReader {
  readonly session = new ItemSession("chatgpt-export", "chatgpt");
  private turn: Turn | null = null;
  /** For each node, how many messages the session had after reading it. */
  private readonly behind = new Map<string, number>();
  private readonly parentOf = new Map<string, string | null>();
  private turnNodes: string[] = [];
  /** Calls without a result yet, by tool. */
  private readonly openCalls = new Map<string, string>();

  constructor(conversation: JsonObject) {
    this.session.title = asText(conversation.title);
    this.session.logId = asText(conversation.conversation_id) ?? asText(conversation.id) ?? "";
    this.session.isSnapshot = true;
  }

  readonly interpret = (step: Step, source: SourceLocation): RowVerdict => {
    this.parentOf.set(step.node.id, step.node.parent);
    const message = asObject(step.node.value.message);
    if (!message) return { kept: "node-without-message" };
    if (step.isRewind) this.rewind(step, message, source);
    const content = asObject(message.content) ?? {};
    if (content.content_type === "reasoning_recap") return { kept: "reasoning_recap" };
    const parts = contentParts(content);
    const role = roleOf(message);
    if (parts.length === 0) return { kept: `empty:${role}` };
    if (role === "assistant") this.addToTurn(step, message, parts, source);
    else this.say(step, message, role, parts, source);
    return "interpreted";
  };

  /** Closes the open turn, which is one more answer. */
  finish(): ItemSession {
    this.endTurn();
    return this.session;
  }

  private rewind(step: Step, message: JsonObject, source: SourceLocation) {
    this.endTurn();
    this.openCalls.clear();
    const time = isoTime(message.create_time);
    const detail = step.isActive ? "back to an earlier message" : "another branch, left later";
    const keptUntil = this.placeBehind(step.node.parent);
    const place = step.isLoose || keptUntil === undefined ? {} : { keptUntil };
    this.session.event({ type: "rewind", detail, ...place, ...(time && { time }) }, source);
  }

  /**
   * The place after a node. Nodes without content have their parent's place. If parents form a loop, its nodes have no
   * place.
   */
  private placeBehind(node: string | null): number | undefined {
    const seen = new Set<string>();
    for (let at = node; at !== null; at = this.parentOf.get(at) ?? null) {
      if (this.behind.has(at)) return this.behind.get(at);
      if (seen.has(at)) return undefined;
      seen.add(at);
    }
    return 0;
  }

  private addToTurn(step: Step, message: JsonObject, parts: readonly PartDraft[], source: SourceLocation) {
    if (!step.isOnlyChild || this.turn?.isHidden !== isHidden(step, message)) this.endTurn();
    this.turn ??= {
      parts: [],
      id: step.node.id,
      model: asText(asObject(message.metadata)?.model_slug),
      source,
      isHidden: isHidden(step, message),
      time: null,
    };
    this.turn.parts.push(...this.withCall(step.node.id, message, parts));
    this.turn.time = isoTime(message.create_time) ?? this.turn.time;
    this.turnNodes.push(step.node.id);
  }

  /** A message addressed to a tool is a call. Calls have no ids, so the message's id is used. */
  private withCall(id: string, message: JsonObject, parts: readonly PartDraft[]): readonly PartDraft[] {
    const tool = asText(message.recipient);
    if (tool === null || tool === "all") return parts;
    this.openCalls.set(familyOf(tool), id);
    const text = parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");
    const others = parts.filter((part) => part.type !== "text");
    return [...others, textCallDraft(id, tool, text)];
  }

  private endTurn() {
    if (!this.turn) return;
    const { parts, id, model, time, source, isHidden } = this.turn;
    this.session.answer({ parts, id, model, time, usage: null, isHidden }, source);
    for (const node of this.turnNodes) this.behind.set(node, this.session.messages.length);
    this.turnNodes = [];
    this.turn = null;
  }

  private say(
    step: Step,
    message: JsonObject,
    role: "system" | "user" | "tool",
    parts: readonly PartDraft[],
    source: SourceLocation,
  ) {
    this.endTurn();
    const rest = { time: isoTime(message.create_time), isHidden: isHidden(step, message) };
    const isShown = asObject(message.metadata)?.is_visually_hidden_from_conversation !== true;
    if (role === "system") this.session.say({ role, origin: "system", parts, ...rest }, source);
    else if (role === "user") this.session.say({ role, origin: isShown ? "typed" : "client", parts, ...rest }, source);
    else this.session.say({ ...this.result(message, parts), origin: "tool", ...rest }, source);
    this.behind.set(step.node.id, this.session.messages.length);
  }

  /** A tool message without a call (an opened page, a memory) is ordinary content. */
  private result(message: JsonObject, parts: readonly PartDraft[]) {
    const tool = asText(asObject(message.author)?.name) ?? "";
    const callId = this.openCalls.get(familyOf(tool));
    if (callId === undefined) return { role: "user" as const, parts };
    this.openCalls.delete(familyOf(tool));
    const isError = asObject(message.content)?.content_type === "system_error";
    return { role: "tool" as const, parts: [toolResultDraft(callId, parts.flatMap(outputOf), isError, tool)] };
  }
}

/** `browser.search` and `browser` are one tool, and results may use either name. */
const familyOf = (tool: string) => tool.split(".", 1)[0] ?? tool;

/** A message of `tool:web` may have the role of the assistant. */
function roleOf(message: JsonObject): "system" | "user" | "assistant" | "tool" {
  const author = asObject(message.author);
  if (asText(asObject(message.metadata)?.real_author)?.startsWith("tool")) return "tool";
  const role = author?.role;
  return role === "system" || role === "user" || role === "assistant" ? role : "tool";
}

/** Weight 0 means that the message was shown but not sent. */
const isHidden = (step: Step, message: JsonObject) => step.isLoose || message.weight === 0;

/** A message's content by its `content_type`. Unknown types are passed through. */
function contentParts(content: JsonObject): PartDraft[] {
  switch (content.content_type) {
    case "text":
    case "multimodal_text":
      return (asArray(content.parts) ?? []).flatMap(itemParts);
    case "code":
    case "execution_output":
    case "system_error":
      return textDrafts(asString(content.text));
    case "tether_quote":
      return textDrafts([asText(content.title), asText(content.url), asText(content.text)].filter(Boolean).join("\n"));
    case "tether_browsing_display":
      return textDrafts(asText(content.result) ?? asText(content.summary));
    case "thoughts":
      return (asArray(content.thoughts) ?? []).flatMap(thoughtParts);
    case "user_editable_context":
      return textDrafts([asText(content.user_profile), asText(content.user_instructions)].filter(Boolean).join("\n\n"));
    case "model_editable_context":
      return textDrafts(asText(content.model_set_context));
    default:
      return [opaqueDraft(content)];
  }
}

/** Text, or a reference to a separate file of the export. */
function itemParts(value: unknown): PartDraft[] {
  if (typeof value === "string") return textDrafts(value);
  const item = asObject(value);
  const pointer = asText(item?.asset_pointer);
  if (item?.content_type === "image_asset_pointer" && pointer !== null)
    return [{ type: "file", mediaType: "image/*", byteLength: asCount(item.size_bytes) ?? 0, url: pointer }];
  if (item?.content_type === "audio_transcription") return textDrafts(asString(item.text));
  return value === null ? [] : [opaqueDraft(value)];
}

function thoughtParts(value: unknown): PartDraft[] {
  const thought = asObject(value);
  const text = [asText(thought?.summary), asText(thought?.content)].filter(Boolean).join("\n\n");
  return text === "" ? [] : [{ type: "reasoning", text }];
}
