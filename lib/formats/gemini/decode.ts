import { ok, type Result } from "../../conversation/errors";
import type { Message, Role, ToolDefinition } from "../../conversation/message";
import type { JsonValue, Part } from "../../conversation/part";
import { type Decoded, invalidBody } from "../codec";
import { asArray, asObject, asText, type JsonObject } from "../json-fields";
import { nameResults } from "../name-results";
import type { WireMessage } from "../wire-context";
import { CallPairing, decodeParts } from "./decode-parts";

/** The id of the message decoded from the body's `systemInstruction`. */
export const SYSTEM_ID = "system";
/** The keys of the system prompt in the REST API and its clients. */
export const SYSTEM_KEYS = ["systemInstruction", "system_instruction"] as const;

const ROLES: readonly unknown[] = [undefined, "user", "model", "function"];

type DecodedMessage = { readonly message: Message; readonly wire: WireMessage };

/** The contents of a body: its `contents`, or the body itself. */
export function contentList(body: unknown): readonly unknown[] | null {
  return asArray(body) ?? asArray(asObject(body)?.contents);
}

export function decodeGemini(body: unknown): Result<Decoded> {
  const list = contentList(body);
  if (!list) return invalidBody("The body has no list of contents.", "$.contents");
  const root = Array.isArray(body) ? "$" : "$.contents";
  const pairing = new CallPairing();
  const decoded: DecodedMessage[] = systemMessage(asObject(body), pairing);
  for (const [index, value] of list.entries()) {
    const content = decodeContent(value, `m${index}`, `${root}[${index}]`, pairing);
    if (!content.ok) return content;
    decoded.push(content.value);
  }
  const tools = decodeTools(asObject(body)?.tools);
  const messages = new Map(decoded.map(({ message, wire }) => [message.id, wire] as const));
  const conversation = { tools, messages: nameResults(decoded.map(({ message }) => message)) };
  return ok({ conversation, wire: { format: "gemini", body, messages, tools } });
}

/** The key under which the body has its system prompt. */
export const systemKeyOf = (body: unknown) =>
  SYSTEM_KEYS.find((key) => asObject(body)?.[key] !== undefined) ?? "systemInstruction";

function systemMessage(body: JsonObject | null, pairing: CallPairing): DecodedMessage[] {
  const given = body?.[systemKeyOf(body)];
  if (given === undefined || given === null) return [];
  const value = asObject(given)?.parts ?? given;
  return [readMessage(SYSTEM_ID, "system", { system: given }, value, pairing)];
}

function decodeContent(value: unknown, id: string, at: string, pairing: CallPairing): Result<DecodedMessage> {
  const raw = asObject(value);
  if (!raw) return invalidBody("A content must be an object.", at);
  if (!ROLES.includes(raw.role)) return invalidBody("role must be user, model or function.", `${at}.role`);
  if (!Array.isArray(raw.parts)) return invalidBody("parts must be a list.", `${at}.parts`);
  const wrong = raw.parts.findIndex((part) => asObject(part) === null);
  if (wrong !== -1) return invalidBody("A part must be an object.", `${at}.parts[${wrong}]`);
  const read = readMessage(id, raw.role === "model" ? "assistant" : "user", raw, raw.parts, pairing);
  const isResults = read.message.parts.every((part) => part.type === "tool-result");
  return ok(isResults ? { ...read, message: { ...read.message, role: "tool" } } : read);
}

/**
 * Gives every message at least one part, so that it can be referred to: a content without parts becomes an empty text.
 */
function readMessage(id: string, role: Role, raw: JsonObject, value: unknown, pairing: CallPairing): DecodedMessage {
  const given = decodeParts(value, { id: (index) => `${id}.${index}` }, pairing);
  const parts: readonly Part[] = given.length > 0 ? given : [{ id: `${id}.0`, type: "text", text: "" }];
  const list = asArray(value) ?? [value];
  return {
    message: { id, role, parts },
    wire: { raw, parts: parts.map((part, index) => ({ id: part.id, raw: list[index] })) },
  };
}

/** Declared functions, and tools that Google runs (search, code execution), which are identified by their key. */
function decodeTools(value: unknown): ToolDefinition[] {
  return (asArray(value) ?? []).flatMap((given): ToolDefinition[] => {
    const group = asObject(given) ?? {};
    const declared = asArray(group.functionDeclarations) ?? asArray(group.function_declarations);
    if (declared) return declared.flatMap(declaration);
    const [name] = Object.keys(group);
    return name === undefined ? [] : [{ name, schema: group as JsonValue }];
  });
}

function declaration(value: unknown): ToolDefinition[] {
  const tool = asObject(value);
  const name = asText(tool?.name);
  if (!tool || name === null) return [];
  const description = asText(tool.description);
  const schema = tool.parametersJsonSchema ?? tool.parameters_json_schema ?? tool.parameters ?? {};
  return [{ name, ...(description && { description }), schema: schema as JsonValue }];
}
