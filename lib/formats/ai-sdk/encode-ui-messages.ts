import type { Conversation, Message } from "../../conversation/message";
import {
  type JsonValue,
  type Part,
  type ToolCallPart,
  type ToolResultPart,
  toolOutputText,
} from "../../conversation/part";
import { arrangeExchanges } from "../arrange-exchanges";
import { asArray, asObject, type JsonObject } from "../json-fields";
import { isUntouched, rawOf, type WireContext, type WireMessage, withMessages } from "../wire-context";
import { contentItem, withoutItemIds } from "./content-parts";
import { isDenied, readUiTool, uiToolName } from "./ui-tool-part";

/** Turns messages back into UI messages. Those decoded from the same UI message are joined again. */
export function encodeUiMessages(conversation: Conversation, wire: WireContext): JsonValue {
  const originals = originalsOf(wire);
  const groups = groupsOf(conversation.messages, wire);
  return withMessages(
    wire,
    groups.flatMap((group) => encodeGroup(group, wire, originals)),
  );
}

/**
 * Encodes a conversation from any source as UI messages, with each answer, its calls and their results in one message.
 */
export function encodeNewUiMessages({ tools, messages }: Conversation): JsonValue {
  const wire = { format: "ai-sdk", body: { messages: [] }, messages: new Map(), tools } as const;
  return encodeUiMessages({ tools, messages: arrangeExchanges(messages).flatMap(splitResults) }, wire);
}

/** Splits a user message with both results and typed text, because UI messages keep results with their calls. */
function splitResults(message: Message): Message[] {
  if (message.role === "assistant") return [message];
  const results = message.parts.filter((part) => part.type === "tool-result");
  const rest = message.parts.filter((part) => part.type !== "tool-result");
  return [
    ...(results.length > 0 ? [{ ...message, id: `${message.id}~results`, role: "tool", parts: results } as const] : []),
    ...(rest.length > 0 ? [{ ...message, role: message.role === "tool" ? "user" : message.role, parts: rest }] : []),
  ];
}

type Group = { readonly raw: JsonObject | null; readonly messages: Message[] };
/** Messages by the UI message they were decoded from. */
type Originals = ReadonlyMap<JsonObject, readonly { readonly id: string; readonly wire: WireMessage }[]>;

function originalsOf(wire: WireContext): Originals {
  const originals = new Map<JsonObject, { id: string; wire: WireMessage }[]>();
  for (const [id, message] of wire.messages) {
    const known = originals.get(message.raw);
    if (known) known.push({ id, wire: message });
    else originals.set(message.raw, [{ id, wire: message }]);
  }
  return originals;
}

/** Groups consecutive messages of the same UI message. In new messages, results join their calls. */
function groupsOf(messages: readonly Message[], wire: WireContext): Group[] {
  const groups: Group[] = [];
  for (const message of messages) {
    const raw = wire.messages.get(message.id)?.raw ?? null;
    const previous = groups.at(-1);
    const belongs = previous && previous.raw === raw && (raw !== null || message.role === "tool");
    if (belongs) previous.messages.push(message);
    else groups.push({ raw, messages: [message] });
  }
  return groups;
}

function encodeGroup(group: Group, wire: WireContext, originals: Originals): JsonObject[] {
  const { raw, messages } = group;
  if (raw && isWhole(messages, originals.get(raw) ?? [])) return [raw];
  const parts = rebuild(group, wire);
  const [first] = messages;
  if (parts.every((part) => part.type === "step-start") || !first) return [];
  const role = first.role === "tool" ? "assistant" : first.role;
  return [raw ? { ...raw, parts } : { id: first.id, role, parts }];
}

function isWhole(messages: readonly Message[], originals: readonly { id: string; wire: WireMessage }[]): boolean {
  if (messages.length !== originals.length) return false;
  return messages.every((message, index) => {
    const original = originals[index];
    return original !== undefined && original.id === message.id && isUntouched(message, original.wire);
  });
}

type Placed<P extends Part> = { readonly part: P; readonly original: JsonObject | null };

/** The kept and new parts in order, with the original's display-only parts between them. */
function rebuild({ raw, messages }: Group, wire: WireContext): JsonObject[] {
  const placed = messages.flatMap((message) =>
    message.parts.map((part) => ({ part, original: asObject(rawOf(part, wire.messages.get(message.id))) })),
  );
  const results = new Map(placed.filter(isResult).map((result) => [result.part.toolCallId, result]));
  const items = (asArray(raw?.parts) ?? []).map(asObject);
  const places = new Map(items.map((item, index) => [item, index]));
  const tools = new Map(items.map((item) => [item?.toolCallId, item]));
  const built: JsonObject[] = [];
  let next = 0;
  for (const { part, original } of placed) {
    if (part.type === "tool-result") continue;
    const place = places.get(original ?? null) ?? -1;
    if (place >= 0) built.push(...displayOnly(items.slice(next, place)));
    next = Math.max(next, place + 1);
    const call = part.type === "tool-call" ? { part, original } : null;
    const item = call
      ? toolItem(call, results.get(call.part.toolCallId), tools.get(call.part.toolCallId) ?? null)
      : (original ?? contentItem(part, "ui"));
    if (item) built.push(item);
  }
  return [...built, ...displayOnly(items.slice(next))];
}

const isResult = (placed: Placed<Part>): placed is Placed<ToolResultPart> => placed.part.type === "tool-result";

const displayOnly = (items: readonly (JsonObject | null)[]): JsonObject[] =>
  items.filter((item) => item !== null && isDisplayOnly(item)) as JsonObject[];

const isDisplayOnly = (item: JsonObject) =>
  uiToolName(item) === null && item.type !== "text" && item.type !== "reasoning" && item.type !== "file";

/** A call and its result as one UI part. `before` is the original UI part of them, or of the parts they replace. */
function toolItem(
  call: Placed<ToolCallPart>,
  result: Placed<ToolResultPart> | undefined,
  before: JsonObject | null,
): JsonObject {
  if (before && call.original === before && isSameResult(result, before)) return before;
  const { toolCallId, toolName } = call.part;
  const { output: _output, errorText: _errorText, ...fields } = before ?? { type: `tool-${toolName}`, toolCallId };
  const isEdited = call.original === null;
  const rest = isEdited ? withoutItemIds(fields) : fields;
  const input = isEdited ? { input: call.part.input } : {};
  if (before && isDenied(before)) return { ...rest, ...input };
  if (!result) return { ...rest, ...input, state: "input-available" };
  const text = toolOutputText(result.part.output);
  const outcome = result.part.isError
    ? { state: "output-error", errorText: text }
    : { state: "output-available", output: text };
  return { ...rest, ...input, ...outcome };
}

/** A call that still waits has no result, neither in the original nor now. */
const isSameResult = (result: Placed<ToolResultPart> | undefined, before: JsonObject): boolean =>
  result ? result.original === before : readUiTool(before, "")?.result === null;
