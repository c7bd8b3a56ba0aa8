import { filterFields, isSet } from "../conversation/exact-json";
import type { Message, ToolDefinition } from "../conversation/message";
import type { JsonValue, Part } from "../conversation/part";
import type { JsonObject } from "./json-fields";

/** `ai-sdk` covers both of its shapes: `UIMessage[]` and `ModelMessage[]`. */
export type WireFormat = "openai-chat" | "openai-responses" | "anthropic" | "gemini" | "ai-sdk";

/** A message as decoded, with the original piece of each part. */
export type WireMessage = {
  readonly raw: JsonObject;
  readonly parts: readonly { readonly id: string; readonly raw: unknown }[];
};

/**
 * What `decode` found but the conversation does not contain, so that `encode` can restore it. Survives structured
 * clone.
 */
export type WireContext = {
  readonly format: WireFormat;
  /** The original body; an array if it was the bare list of messages. */
  readonly body: unknown;
  /** By message id. */
  readonly messages: ReadonlyMap<string, WireMessage>;
  readonly tools: readonly ToolDefinition[];
};

/** True if a message is unchanged. A part's id is its identity, so equal ids in equal order suffice. */
export function isUntouched(message: Message, wire: WireMessage): boolean {
  const { parts } = message;
  return parts.length === wire.parts.length && parts.every((part, index) => part.id === wire.parts[index]?.id);
}

/** The part's piece of the original message; undefined if the part is new. */
export function rawOf(part: Part, wire: WireMessage | undefined): unknown {
  if (!wire) return undefined;
  const index = rawIndexes.get(wire) ?? new Map(wire.parts.map(({ id, raw }) => [id, raw] as const));
  rawIndexes.set(wire, index);
  return index.get(part.id);
}

/** The piece that the part was made from: its own or, after an edit, that of the part that it replaced. */
export const originOf = (part: Part, wire: WireMessage | undefined): unknown =>
  rawOf(part, wire) ?? rawOf({ ...part, id: part.id.replace(/~.*$/, "") }, wire);

/** Built once per message, so that messages with very many parts stay linear. */
const rawIndexes = new WeakMap<WireMessage, ReadonlyMap<string, unknown>>();

/** The keys under which formats have a system prompt outside their list of messages. */
export const SYSTEM_PROMPT_KEYS = ["system", "instructions", "systemInstruction", "system_instruction"] as const;

/** The list of messages of a body: the body itself or its `messages`. */
export function messageList(body: unknown): readonly unknown[] | null {
  if (Array.isArray(body)) return body;
  const messages = typeof body === "object" && body !== null ? (body as JsonObject).messages : null;
  return Array.isArray(messages) ? messages : null;
}

/** The original body with its messages, and other changed fields, replaced. */
export function withMessages(wire: WireContext, messages: readonly unknown[], changed: JsonObject = {}): JsonValue {
  if (Array.isArray(wire.body)) return messages as JsonValue;
  const body = { ...(wire.body as JsonObject), ...changed, messages };
  return filterFields(body, isSet) as JsonValue;
}

/** True if the conversation still has the decoded tools. */
export function hasSameTools(tools: readonly ToolDefinition[], wire: WireContext): boolean {
  return tools === wire.tools || JSON.stringify(tools) === JSON.stringify(wire.tools);
}
