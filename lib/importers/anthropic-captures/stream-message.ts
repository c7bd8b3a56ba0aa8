import { asObject, asString, type JsonObject } from "../../formats/json-fields";
import { parsedObject } from "../part-drafts";

type Block = Record<string, unknown>;

/** The message that a stream of server-sent events makes; null when it is none of the Messages API. */
export function messageOfStream(text: string): JsonObject | null {
  const events = text.split("\n").flatMap((line) => (line.startsWith("data:") ? [parsedObject(line.slice(5))] : []));
  return messageOfEvents(events);
}

/** The same from events, which some logs keep as `{ event, data }`. */
export function messageOfEvents(events: readonly unknown[]): JsonObject | null {
  let message: JsonObject | null = null;
  const blocks: Block[] = [];
  let usage: JsonObject = {};
  for (const value of events) {
    const event = dataOf(value);
    if (event?.type === "message_start") message = asObject(event.message);
    if (event?.type === "content_block_start") blocks.push({ ...asObject(event.content_block), partial: "" });
    if (event?.type === "content_block_delta") extend(blocks.at(-1), asObject(event.delta));
    if (event?.type === "message_delta") usage = { ...usage, ...asObject(event.usage) };
  }
  if (message === null) return null;
  return { ...message, content: blocks.map(finish), usage: { ...asObject(message.usage), ...usage } };
}

function dataOf(value: unknown): JsonObject | null {
  const event = asObject(value);
  return event && (asObject(event.data) ?? parsedObject(event.data) ?? event);
}

/** Blocks come one after the other, so a delta is of the last one. */
function extend(block: Block | undefined, delta: JsonObject | null) {
  if (!block || !delta) return;
  for (const key of ["text", "thinking", "signature"]) {
    const more = asString(delta[key]);
    if (more !== null) block[key] = `${block[key] ?? ""}${more}`;
  }
  block.partial = `${block.partial}${asString(delta.partial_json) ?? ""}`;
}

function finish({ partial, ...block }: Block): JsonObject {
  const input = partial === "" ? null : parsedObject(partial);
  return input === null ? block : { ...block, input };
}
