import type { JsonValue, Part } from "./part";

export const ROLES = ["system", "user", "assistant", "tool"] as const;
export type Role = (typeof ROLES)[number];

/**
 * A message's author. Only `typed` counts as a user prompt. `client` is what the client inserts (reminders, command
 * output).
 */
export const ORIGINS = ["typed", "client", "model", "tool", "summary", "system"] as const;
export type Origin = (typeof ORIGINS)[number];

export type Message = {
  readonly id: string;
  readonly role: Role;
  readonly parts: readonly Part[];
  /** ISO 8601. */
  readonly time?: string;
  /** The message's author, if a transcript records one. A sent body does not. */
  readonly origin?: Origin;
};

/** A tool's definition as sent. `schema` is passed through unchanged. */
export type ToolDefinition = {
  readonly name: string;
  readonly description?: string;
  readonly schema: JsonValue;
};

/** What one request sends. Strategies and POST /api/compress work only on this type. */
export type Conversation = {
  readonly tools: readonly ToolDefinition[];
  readonly messages: readonly Message[];
};

/** True for a message that a person (or program) typed: a user message with any part that is not a tool result. */
export function isTypedUser(message: Message): boolean {
  return message.role === "user" && message.parts.some((part) => part.type !== "tool-result");
}
