import type { Role, ToolDefinition } from "../../conversation/message";
import type { Part, SourceLocation } from "../../conversation/part";
import { asArray, asObject, asString, asText, type JsonObject } from "../../formats/json-fields";
import { openaiChat } from "../../formats/openai-chat";
import { readPromptBlocks } from "../../formats/prompt-blocks";
import type { ReportedLimits } from "../../transcript/session";
import type { Usage } from "../../transcript/usage";
import type { ItemSession, PartDraft } from "../item-session";
import { sharedLength } from "../model-calls/call-threads";
import { keyOf } from "../model-calls/message-key";
import type { PromptMessage } from "../model-calls/model-call";
import {
  opaqueDraft,
  outputOf,
  textCallDraft,
  textDraft,
  toolCallDraft,
  toolResultDraft,
  urlFile,
} from "../part-drafts";
import { PromptRecorder, toldBlocks } from "../prompt-recorder";
import { MAIN } from "../session-draft";

/** The roles in the order of their numbers in @vscode/prompt-tsx, output/rawTypes.ts. */
const ROLES: readonly Role[] = ["system", "user", "assistant", "tool"];
const IMAGE = 0;
const TEXT = 1;
const CACHE_MARK = 3;

/** A message of a logged prompt; null if the value is not a message or has no content. */
function readReplayMessage(value: unknown): PromptMessage | null {
  const message = asObject(value);
  const role = roleOf(message);
  if (!message || !role) return null;
  const blocks = asArray(message.content) ?? [];
  const said = blocks.flatMap(partsOf);
  const id = asText(message.toolCallId);
  if (role === "tool") return { role, parts: [toolResultDraft(id ?? "", said.flatMap(outputOf), false)] };
  const parts = [...said, ...(asArray(message.toolCalls) ?? []).map(callOf)];
  return parts.length > 0 ? { role, parts } : null;
}

const roleOf = (message: JsonObject | null): Role | undefined =>
  typeof message?.role === "number" ? ROLES[message.role] : ROLES.find((role) => role === message?.role);

function partsOf(value: unknown): PartDraft[] {
  const block = asObject(value);
  if (block?.type === CACHE_MARK) return [];
  const text = asString(block?.text);
  if (block?.type === TEXT && text !== null) return text === "" ? [] : [textDraft(text)];
  const url = block?.type === IMAGE ? asText(asObject(block.imageUrl)?.url) : null;
  return [url === null ? opaqueDraft(value) : { type: "file", ...urlFile(url, null) }];
}

function callOf(value: unknown): PartDraft {
  const call = asObject(value);
  const called = asObject(call?.function);
  const [id, name] = [asText(call?.id), asText(called?.name)];
  if (id === null || name === null) return opaqueDraft(value);
  const input = called?.arguments;
  return typeof input === "string" ? textCallDraft(id, name, input) : toolCallDraft(id, name, input);
}

/**
 * The prompt as a body of Chat Completions, with its tools and with each cache mark on the block before it, so that
 * prompts can be compared block by block.
 */
function bodyOf(messages: readonly unknown[], tools: unknown): JsonObject {
  return {
    ...(asArray(tools) && { tools }),
    messages: messages.map((value) => {
      const message = asObject(value) ?? {};
      return {
        role: roleOf(message) ?? "user",
        content: markedBlocks(asArray(message.content) ?? []),
        ...(asArray(message.toolCalls) && { tool_calls: message.toolCalls }),
        ...(asText(message.toolCallId) !== null && { tool_call_id: message.toolCallId }),
      };
    }),
  };
}

function markedBlocks(blocks: readonly unknown[]): JsonObject[] {
  const marked: JsonObject[] = [];
  for (const value of blocks) {
    const block = asObject(value) ?? { value };
    const last = marked.at(-1);
    if (block.type !== CACHE_MARK) marked.push(block.type === TEXT ? { type: "text", text: block.text } : block);
    else if (last) marked[marked.length - 1] = { ...last, cache_control: { type: "ephemeral" } };
  }
  return marked;
}

/** A logged request: its complete prompt, its response and its usage. */
export type ReplayCall = {
  readonly id: string | null;
  /** The client's name for the kind of request: "panel/editAgent", "title". */
  readonly name: string;
  readonly prompt: readonly unknown[];
  readonly tools: unknown;
  readonly answer: readonly PartDraft[];
  readonly results: readonly PartDraft[];
  /** The text that the user typed for it. */
  readonly typed: string | null;
  readonly model: string | null;
  readonly usage: Usage | null;
  /** The limits that the log reports for this call. */
  readonly limits: ReportedLimits | null;
  readonly startedAt: string | null;
  readonly endedAt: string | null;
  readonly firstTokenMs: number | null;
  readonly source: SourceLocation;
};

/** A growing conversation. `keys` and `places` cover its messages without the system prompt. */
type Thread = { readonly agent: string; keys: string[]; places: (number | null)[] };

/**
 * Writes requests, each of which repeats its entire prompt, as one conversation that contains every message once, and
 * each prompt as it was sent. The system prompt may change between requests; the conversation shows the first one, and
 * each prompt contains its own. Requests with another name (a title, a summary) are separate conversations.
 */
export class ReplayWriter {
  private readonly threads = new Map<string, Thread>();
  private readonly recorder = new PromptRecorder();
  private readonly tools = new Map<string, ToolDefinition>();

  constructor(private readonly session: ItemSession) {}

  write(call: ReplayCall) {
    const thread = this.threadOf(call);
    this.noteTools(call);
    const prompt = spokenIn(call.prompt);
    const keys = prompt.map(keyOf);
    const shared = sharedLength(keys, thread.keys);
    this.turnBack(thread, shared, call);
    for (const message of prompt.slice(shared)) thread.places.push(this.say(message, thread, call));
    thread.keys = keys;
    this.answer(thread, call);
  }

  get captured() {
    return this.recorder.recorded;
  }

  private threadOf(call: ReplayCall): Thread {
    const known = this.threads.get(groupOf(call));
    if (known) return known;
    const agent = this.threads.size === 0 ? MAIN : call.name;
    if (agent !== MAIN) this.session.addSubAgent(agent, { title: call.name });
    const thread = { agent, keys: [], places: [] };
    this.threads.set(groupOf(call), thread);
    for (const message of call.prompt.flatMap((value) => readReplayMessage(value) ?? []))
      if (message.role === "system") this.say(message, thread, call);
    return thread;
  }

  private noteTools({ prompt, tools }: ReplayCall) {
    const decoded = openaiChat.decode(bodyOf(prompt, tools));
    if (!decoded.ok) return;
    for (const tool of decoded.value.conversation.tools)
      if (!this.tools.has(tool.name)) this.tools.set(tool.name, tool);
    this.session.tools = [...this.tools.values()];
  }

  /**
   * Handles a prompt that differs from its conversation. If nothing of the conversation is left, the prompt is a new
   * start, otherwise a rewind.
   */
  private turnBack(thread: Thread, shared: number, { startedAt: time, source }: ReplayCall) {
    if (shared === thread.keys.length) return;
    const last = thread.places.slice(0, shared).findLast((place) => place !== null);
    if (shared === 0) {
      const atMessage = this.session.messages.length;
      this.session.compaction({ trigger: "unknown", time, atMessage, summaryIndex: null }, source, thread.agent);
    } else {
      const detail = `the prompt goes on otherwise behind its message ${shared}`;
      const at = time === null ? {} : { time };
      this.session.event({ type: "rewind", detail, keptUntil: (last ?? -1) + 1, ...at }, source, thread.agent);
    }
    thread.places = thread.places.slice(0, shared);
  }

  private say({ role, parts }: PromptMessage, { agent }: Thread, call: ReplayCall): number | null {
    const isTyped =
      agent === MAIN && call.typed !== null && parts.some((part) => saysTyped(part, call.typed as string));
    const origin = role === "user" ? (isTyped ? "typed" : "client") : role === "assistant" ? "model" : role;
    return this.session.say({ role, origin, parts, time: call.startedAt, agent }, call.source);
  }

  private answer(thread: Thread, call: ReplayCall) {
    const { id, model, usage, limits, startedAt, endedAt: time, source, answer: parts } = call;
    const response = this.session.answer(
      { parts, id, model, usage, limits, startedAt, time, agent: thread.agent },
      source,
    );
    if (!response) return;
    if (call.firstTokenMs !== null) Object.assign(response, { firstTokenMs: call.firstTokenMs });
    const prompt = this.record(call, thread);
    if (prompt) Object.assign(response, { prompt });
    thread.keys.push(keyOf({ role: "assistant", parts }));
    thread.places.push(response.messageIndex);
    for (const result of call.results) {
      const message: PromptMessage = { role: "tool", parts: [result] };
      thread.places.push(this.say(message, thread, call));
      thread.keys.push(keyOf(message));
    }
  }

  /** Records the blocks of a prompt. A block that equals a shown part byte for byte refers to it. */
  private record({ prompt, tools }: ReplayCall, thread: Thread) {
    const blocks = readPromptBlocks(bodyOf(prompt, tools));
    if (blocks === null) return null;
    const shown = new Map<string, string>();
    for (const place of thread.places)
      for (const part of (place === null ? null : this.session.messages[place]?.parts) ?? [])
        if (part.type === "text") shown.set(part.text, part.id);
    const places = placesOf(prompt);
    const told = toldBlocks(blocks, (index) => {
      const place = thread.places[places.indexOf(index)];
      return (typeof place === "number" ? this.session.messages[place]?.parts : null) ?? null;
    });
    return this.recorder.add(blocks, (at) => shown.get(blocks.blocks[at]?.text ?? "") ?? null, told);
  }
}

/** True if a request is part of the chat itself. All modes of the chat panel share one conversation. */
export const isChat = ({ name }: ReplayCall): boolean => name.startsWith("panel/");

const groupOf = (call: ReplayCall) => (isChat(call) ? "panel" : call.name);

const saysTyped = (part: Part | PartDraft, typed: string) => part.type === "text" && part.text.includes(typed.trim());

export const spokenIn = (prompt: readonly unknown[]): PromptMessage[] =>
  prompt.flatMap((value) => readReplayMessage(value) ?? []).filter(({ role }) => role !== "system");

/** The places in a prompt of the messages that `spokenIn` returns. */
const placesOf = (prompt: readonly unknown[]): number[] =>
  prompt.flatMap((value, place) => {
    const message = readReplayMessage(value);
    return message === null || message.role === "system" ? [] : [place];
  });
