import { ok, type Result } from "../../conversation/errors";
import type { Message, ToolDefinition } from "../../conversation/message";
import type { JsonValue, Part } from "../../conversation/part";
import { type Decoded, invalidBody } from "../codec";
import { asArray, asObject, asString, asText, type JsonObject } from "../json-fields";
import { nameResults } from "../name-results";
import type { WireMessage } from "../wire-context";
import { decodeItem, typeOfItem } from "./decode-item";

/** The id of the message decoded from the body's `instructions`. */
export const INSTRUCTIONS_ID = "instructions";

/** What a part was decoded from: an entire item, or one element of a message item's content. */
export type PartSource = { readonly item: JsonObject; readonly content?: unknown };

type OpenMessage = {
  readonly message: Message & { parts: Part[] };
  readonly items: unknown[];
  readonly raws: PartSource[];
};

/** The items of a body: its `input`, or the body itself. */
export function itemList(body: unknown): readonly unknown[] | null {
  if (Array.isArray(body)) return body;
  const input = asObject(body)?.input;
  return typeof input === "string" ? [{ role: "user", content: input }] : asArray(input);
}

/** Consecutive items written by the model become one message. Every other item is a separate message. */
export function decodeOpenAiResponses(body: unknown): Result<Decoded> {
  const list = itemList(body);
  if (!list) return invalidBody("The body has no input.", "$.input");
  const open: OpenMessage[] = [];
  for (const [index, value] of list.entries()) {
    const failure = addItem(open, value, index, Array.isArray(body) ? "$" : "$.input");
    if (failure) return failure;
  }
  const instructions = asString(asObject(body)?.instructions);
  const system = instructions === null ? [] : [instructionsMessage(instructions)];
  const decoded = [...system, ...open];
  const tools = decodeTools(asObject(body)?.tools);
  const wire = new Map(decoded.map((message) => [message.message.id, wireOf(message)] as const));
  const conversation = { tools, messages: nameResults(decoded.map(({ message }) => message)) };
  return ok({ conversation, wire: { format: "openai-responses", body, messages: wire, tools } });
}

function addItem(open: OpenMessage[], value: unknown, index: number, root: string) {
  const item = asObject(value);
  if (!item) return invalidBody("An item must be an object.", `${root}[${index}]`);
  const decoded = decodeItem(item, { id: (part) => `m${index}.${part}` });
  if (!decoded && ["message", ""].includes(typeOfItem(item)))
    return invalidBody("A message needs a role and content.", `${root}[${index}]`);
  const opaque: Part = { id: `m${index}.0`, provider: "openai", type: "opaque", value: item as JsonValue };
  const { by, parts } = decoded ?? { by: "unknown" as const, parts: [opaque] };
  const raws = parts.map((_, part) => sourceOf(item, part));
  const last = open.at(-1);
  if (by === "model" && last?.message.role === "assistant") {
    for (const part of parts) last.message.parts.push(part);
    for (const raw of raws) last.raws.push(raw);
    last.items.push(item);
    return null;
  }
  const role =
    decoded?.by === "message" ? decoded.role : by === "tool" ? "tool" : by === "unknown" ? "user" : "assistant";
  open.push({
    message: { id: `m${index}`, role, parts: parts.length > 0 ? [...parts] : [emptyText(index)] },
    items: [item],
    raws: raws.length > 0 ? raws : [sourceOf(item, 0)],
  });
  return null;
}

const emptyText = (index: number): Part => ({ id: `m${index}.0`, type: "text", text: "" });

function sourceOf(item: JsonObject, part: number): PartSource {
  if (typeOfItem(item) !== "message") return { item };
  return { item, content: Array.isArray(item.content) ? item.content[part] : item.content };
}

function instructionsMessage(text: string): OpenMessage {
  const part: Part = { id: `${INSTRUCTIONS_ID}.0`, type: "text", text };
  const item = { instructions: text };
  return { message: { id: INSTRUCTIONS_ID, role: "system", parts: [part] }, items: [item], raws: [{ item }] };
}

const wireOf = ({ message, items, raws }: OpenMessage): WireMessage => ({
  raw: { items },
  parts: message.parts.map(({ id }, index) => ({ id, raw: raws[index] })),
});

/** Functions are not nested here. Provider-run tools are identified by their type. */
function decodeTools(value: unknown): ToolDefinition[] {
  return (asArray(value) ?? []).flatMap((given) => {
    const tool = asObject(given);
    const name = asText(tool?.name) ?? asText(tool?.server_label) ?? asText(tool?.type);
    if (!tool || name === null) return [];
    const description = asText(tool.description);
    return [{ name, ...(description && { description }), schema: (tool.parameters ?? tool) as JsonValue }];
  });
}
