import { ok, type Result } from "../../conversation/errors";
import type { Message, Role, ToolDefinition } from "../../conversation/message";
import type { JsonValue } from "../../conversation/part";
import { type Decoded, invalidBody } from "../codec";
import { asArray, asObject, asString, asText } from "../json-fields";
import { nameResults } from "../name-results";
import { messageList, type WireMessage } from "../wire-context";
import { partFromBlock } from "./block-to-part";

/** The id of the message decoded from the body's `system`. */
export const SYSTEM_ID = "system";

const ROLES: readonly string[] = ["user", "assistant", "system"];

type DecodedMessage = { readonly message: Message; readonly wire: WireMessage };

export function decodeAnthropic(body: unknown): Result<Decoded> {
  const list = messageList(body);
  if (!list) return invalidBody("The body has no list of messages.", "$.messages");
  const root = Array.isArray(body) ? "$" : "$.messages";
  const system = decodeSystem(asObject(body)?.system);
  if (!system.ok) return system;
  const decoded: DecodedMessage[] = [...system.value];
  for (const [index, value] of list.entries()) {
    const message = decodeMessage(value, `m${index}`, `${root}[${index}]`);
    if (!message.ok) return message;
    decoded.push(message.value);
  }
  const tools = decodeTools(asObject(body)?.tools);
  const wire = new Map(decoded.map(({ message, wire }) => [message.id, wire] as const));
  const conversation = { tools, messages: nameResults(decoded.map(({ message }) => message)) };
  return ok({ conversation, wire: { format: "anthropic", body, messages: wire, tools } });
}

function decodeSystem(system: unknown): Result<DecodedMessage[]> {
  if (system === undefined || system === null) return ok([]);
  const decoded = decodeContent(system, SYSTEM_ID, "$.system");
  if (!decoded.ok) return decoded;
  const message = { id: SYSTEM_ID, role: "system", parts: decoded.value.map(({ part }) => part) } as const;
  return ok([{ message, wire: { raw: { content: system }, parts: wireParts(decoded.value) } }]);
}

function decodeMessage(value: unknown, id: string, at: string): Result<DecodedMessage> {
  const raw = asObject(value);
  if (!raw) return invalidBody("A message must be an object.", at);
  const role = asString(raw.role);
  if (role === null || !ROLES.includes(role)) return invalidBody("role must be user or assistant.", `${at}.role`);
  const decoded = decodeContent(raw.content, id, `${at}.content`);
  if (!decoded.ok) return decoded;
  const message = { id, role: role as Role, parts: decoded.value.map(({ part }) => part) };
  return ok({ message, wire: { raw, parts: wireParts(decoded.value) } });
}

type DecodedPart = { readonly part: ReturnType<typeof partFromBlock>; readonly raw: unknown };

const wireParts = (decoded: readonly DecodedPart[]) => decoded.map(({ part, raw }) => ({ id: part.id, raw }));

function decodeContent(content: unknown, id: string, at: string): Result<DecodedPart[]> {
  if (typeof content === "string") return ok([{ part: partFromBlock(content, `${id}.0`), raw: content }]);
  const blocks = asArray(content);
  if (!blocks) return invalidBody("content must be a string or a list of blocks.", at);
  const wrong = blocks.findIndex((block) => typeof asObject(block)?.type !== "string");
  if (wrong !== -1) return invalidBody("A content block must be an object with a type.", `${at}[${wrong}]`);
  return ok(blocks.map((raw, index) => ({ part: partFromBlock(raw, `${id}.${index}`), raw })));
}

function decodeTools(tools: unknown): ToolDefinition[] {
  return (asArray(tools) ?? []).flatMap((value) => {
    const tool = asObject(value);
    const name = asText(tool?.name) ?? asText(tool?.type);
    if (!tool || name === null) return [];
    const description = asString(tool.description);
    const schema = (tool.input_schema ?? tool) as JsonValue;
    return [{ name, ...(description !== null && { description }), schema }];
  });
}
