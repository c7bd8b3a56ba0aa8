import { ok, type Result } from "../../conversation/errors";
import type { Message, Role } from "../../conversation/message";
import type { JsonValue, Part } from "../../conversation/part";
import { type Decoded, invalidBody } from "../codec";
import { asObject, asString, type JsonObject } from "../json-fields";
import type { WireMessage } from "../wire-context";
import { asJson, contentPart, googleSignature } from "./content-parts";
import { isErrorOutput, outputBlocks } from "./tool-output";

const ROLES: readonly string[] = ["system", "user", "assistant", "tool"];

/** Decodes `ModelMessage[]` and its predecessor `CoreMessage[]`. */
export function decodeModelMessages(body: unknown, list: readonly unknown[]): Result<Decoded> {
  const root = Array.isArray(body) ? "$" : "$.messages";
  const messages: Message[] = [];
  const wire = new Map<string, WireMessage>();
  for (const [index, value] of list.entries()) {
    const at = `${root}[${index}]`;
    const raw = asObject(value);
    const role = asString(raw?.role);
    if (!raw || role === null || !ROLES.includes(role))
      return invalidBody("role must be system, user, assistant or tool.", `${at}.role`);
    const { content } = raw;
    if (typeof content !== "string" && !Array.isArray(content))
      return invalidBody("content must be a string or a list of parts.", `${at}.content`);
    const id = `m${index}`;
    const items: readonly unknown[] = typeof content === "string" || content.length === 0 ? [content] : content;
    const parts = items.map((item, at) => ({ part: decodePart(item, `${id}.${at}`), raw: item }));
    messages.push({ id, role: role as Role, parts: parts.map(({ part }) => part) });
    wire.set(id, { raw, parts: parts.map(({ part, raw }) => ({ id: part.id, raw })) });
  }
  return ok({ conversation: { tools: [], messages }, wire: { format: "ai-sdk", body, messages: wire, tools: [] } });
}

function decodePart(value: unknown, id: string): Part {
  if (typeof value === "string") return { id, type: "text", text: value };
  if (Array.isArray(value)) return { id, type: "text", text: "" };
  const item = asObject(value);
  const known = item && (callPart(item, id) ?? resultPart(item, id) ?? contentPart(item, id));
  return known ?? { id, type: "opaque", value: value as JsonValue };
}

function callPart(item: JsonObject, id: string): Part | null {
  const { toolCallId, toolName } = item;
  if (item.type !== "tool-call" || typeof toolCallId !== "string" || typeof toolName !== "string") return null;
  return {
    id,
    type: "tool-call",
    toolCallId,
    toolName,
    input: asJson(item.input ?? item.args),
    ...googleSignature(item),
  };
}

function resultPart(item: JsonObject, id: string): Part | null {
  if (item.type !== "tool-result" || typeof item.toolCallId !== "string") return null;
  const given = "output" in item ? item.output : item.result;
  const isError = isErrorOutput(given) || item.isError === true;
  const toolName = asString(item.toolName);
  const output = outputBlocks(given);
  return { id, type: "tool-result", toolCallId: item.toolCallId, output, isError, ...(toolName && { toolName }) };
}
