import type { Conversation, Message } from "../../conversation/message";
import { type JsonValue, type Part, type ToolResultPart, toolOutputText } from "../../conversation/part";
import { asArray, asObject, type JsonObject } from "../json-fields";
import { isUntouched, rawOf, type WireContext, type WireMessage, withMessages } from "../wire-context";
import { contentItem } from "./content-parts";
import { uiToolName } from "./ui-tool-part";

/** Our messages back into UI messages: those that came from one UI message become one again. */
export function encodeUiMessages(conversation: Conversation, wire: WireContext): JsonValue {
  return withMessages(
    wire,
    groupsOf(conversation.messages, wire).flatMap((group) => encodeGroup(group, wire)),
  );
}

type Group = { readonly raw: JsonObject | null; readonly messages: Message[] };

/** Consecutive messages of one UI message; new messages join their calls with their results. */
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

function encodeGroup(group: Group, wire: WireContext): JsonObject[] {
  const { raw, messages } = group;
  const originals = raw === null ? [] : [...wire.messages].filter(([, known]) => known.raw === raw);
  const isWhole =
    originals.length === messages.length &&
    messages.every((message, index) => {
      const [id, original] = originals[index] as [string, WireMessage];
      return id === message.id && isUntouched(message, original);
    });
  if (raw && isWhole) return [raw];
  const parts = rebuild(group, wire);
  const [first] = messages;
  if (parts.every((part) => part.type === "step-start") || !first) return [];
  const role = first.role === "tool" ? "assistant" : first.role;
  return [raw ? { ...raw, parts } : { id: first.id, role, parts }];
}

/** Surviving and new parts in order, with the display-only parts of the original between them. */
function rebuild({ raw, messages }: Group, wire: WireContext): JsonObject[] {
  const items = (asArray(raw?.parts) ?? []).map(asObject);
  const results = new Map(
    messages.flatMap((message) => message.parts.filter(isResult).map((part) => [part.toolCallId, part])),
  );
  const built: JsonObject[] = [];
  let next = 0;
  const showUpTo = (end: number) => {
    for (; next < end; next += 1) {
      const item = items[next];
      if (item && isDisplayOnly(item)) built.push(item);
    }
  };
  for (const message of messages)
    for (const part of message.parts) {
      const original = asObject(rawOf(part, wire.messages.get(message.id)));
      if (part.type === "tool-result") continue;
      const index = original ? items.indexOf(original) : -1;
      if (index >= 0) showUpTo(index);
      next = Math.max(next, index + 1);
      const item =
        part.type === "tool-call"
          ? toolItem(part, results.get(part.toolCallId), items, wire)
          : (original ?? contentItem(part, "ui"));
      if (item) built.push(item);
    }
  showUpTo(items.length);
  return built;
}

const isResult = (part: Part) => part.type === "tool-result";

const isDisplayOnly = (item: JsonObject) =>
  uiToolName(item) === null && item.type !== "text" && item.type !== "reasoning" && item.type !== "file";

function toolItem(
  call: Part & { type: "tool-call" },
  result: ToolResultPart | undefined,
  items: readonly (JsonObject | null)[],
  wire: WireContext,
): JsonObject {
  const before = items.find((item) => item !== null && item.toolCallId === call.toolCallId) ?? null;
  const isKept = (part: Part) => [...wire.messages.values()].some((message) => rawOf(part, message) === before);
  const isCallKept = before !== null && isKept(call);
  if (before && isCallKept && result && isKept(result)) return before;
  const base = before ?? { type: `tool-${call.toolName}`, toolCallId: call.toolCallId };
  const { output: _output, errorText: _errorText, ...rest } = base as JsonObject;
  const input = isCallKept ? {} : { input: call.input };
  if (!result) return { ...rest, ...input, state: "input-available" };
  const text = toolOutputText(result.output);
  return {
    ...rest,
    ...input,
    ...(result.isError ? { state: "output-error", errorText: text } : { state: "output-available", output: text }),
  };
}
