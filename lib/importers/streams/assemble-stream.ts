import { asObject, asString, asText, type JsonObject, listOf } from "../../formats/json-fields";
import { parsedObject } from "../part-drafts";
import type { Assembler } from "./assembler";
import { ChatAssembler } from "./chat-assembler";
import { MessageAssembler } from "./message-assembler";
import { ResponseAssembler } from "./response-assembler";

export type StreamApi = "anthropic" | "openai-chat" | "openai-responses";

/** Sources: Anthropic, "Streaming messages"; OpenAI, "Streaming events" (API references, 2026-08). */
const MESSAGE_EVENTS = new Set([
  "message_start",
  "content_block_start",
  "content_block_delta",
  "content_block_stop",
  "message_delta",
  "message_stop",
]);

/**
 * The API that an event belongs to; null for events that several APIs have (`error`, `ping`) and for values that are
 * not events.
 */
export function apiOf(event: JsonObject): StreamApi | null {
  if (event.object === "chat.completion.chunk" && Array.isArray(event.choices)) return "openai-chat";
  const type = asText(event.type) ?? "";
  if (MESSAGE_EVENTS.has(type)) return "anthropic";
  const isOfResponses = type.startsWith("response.") && (asObject(event.response) || "sequence_number" in event);
  return isOfResponses ? "openai-responses" : null;
}

/** The id of the response that an event begins or belongs to; null if it continues the last one. */
export const responseIdOf = (event: JsonObject): string | null =>
  asText(event.id) ?? asText(asObject(event.message)?.id) ?? asText(asObject(event.response)?.id);

export function createAssembler(api: StreamApi): Assembler {
  if (api === "anthropic") return new MessageAssembler();
  return api === "openai-chat" ? new ChatAssembler() : new ResponseAssembler();
}

/** An event as logs store it: alone, as JSON text, or as `{ event, data }`. */
export function eventIn(value: unknown): JsonObject | null {
  const event = parsedObject(value);
  if (!event || apiOf(event) !== null) return event;
  return asObject(event.data) ?? (asString(event.data) === null ? null : parsedObject(event.data)) ?? event;
}

/** The body of the first response of a stream; null if the text or the events are not a stream of that API. */
export function assembleStream(api: StreamApi, stream: string | readonly unknown[]): JsonObject | null {
  const values = typeof stream === "string" ? dataLines(stream) : stream;
  const events = values.flatMap((value) => listOf(eventIn(value))).filter((event) => apiOf(event) === api);
  if (events.length === 0) return null;
  const assembler = createAssembler(api);
  for (const event of events) assembler.add(event);
  return assembler.body();
}

const dataLines = (text: string): string[] =>
  text.split("\n").flatMap((line) => (line.startsWith("data:") ? [line.slice(5).trim()] : []));
