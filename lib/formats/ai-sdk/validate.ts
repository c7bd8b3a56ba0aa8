import { type Violation, wireViolation } from "../../conversation/invariants";
import { asArray, asObject, asText, type JsonObject } from "../json-fields";
import { messageList } from "../wire-context";
import { uiToolName } from "./ui-tool-part";

/**
 * The structural rules of the AI SDK: every call has its result before the next user or system message (the SDK throws
 * MissingToolResultsError otherwise), every result has its call, ids are used once. The last calls may still run.
 * Source: `ai` 7, convertToLanguageModelPrompt and convertToModelMessages.
 */
export function validateAiSdk(body: unknown): Violation[] {
  const list = messageList(body);
  if (!list) return [wireViolation("invalid-shape", "the body has no list of messages", "$.messages")];
  const events = list.flatMap((value, index) => eventsOf(asObject(value), `$.messages[${index}]`));
  return checkOrder(events);
}

type Event =
  | { readonly type: "call" | "result"; readonly id: string; readonly at: string }
  | { readonly type: "prompt"; readonly at: string }
  | { readonly type: "bad-role"; readonly at: string };

function eventsOf(message: JsonObject | null, at: string): Event[] {
  const role = asText(message?.role);
  if (!message || role === null || !/^(system|user|assistant|tool)$/.test(role)) return [{ type: "bad-role", at }];
  const items = asArray(message.parts) ?? asArray(message.content) ?? [];
  const prompt: Event[] = role === "user" || role === "system" ? [{ type: "prompt", at }] : [];
  return [...prompt, ...items.flatMap((item) => itemEvents(asObject(item), at))];
}

function itemEvents(item: JsonObject | null, at: string): Event[] {
  const id = asText(item?.toolCallId);
  if (!item || id === null) return [];
  if (item.type === "tool-call" || item.type === "tool-result")
    return [{ type: item.type === "tool-call" ? "call" : "result", id, at }];
  if (uiToolName(item) === null) return [];
  const isDone = item.state === "output-available" || item.state === "output-error";
  return [{ type: "call", id, at }, ...(isDone ? [{ type: "result", id, at } as const] : [])];
}

function checkOrder(events: readonly Event[]): Violation[] {
  const open = new Map<string, string>();
  const seen = new Set<string>();
  const found: Violation[] = [];
  for (const event of events) {
    if (event.type === "bad-role") found.push(wireViolation("bad-role", "unknown role", event.at));
    else if (event.type === "prompt") {
      for (const [id, at] of open)
        found.push(wireViolation("orphan-call", `tool call ${id} has no result before the next prompt`, at));
      open.clear();
    } else if (event.type === "call") {
      if (seen.has(event.id))
        found.push(wireViolation("duplicate-call-id", `two calls have the id ${event.id}`, event.at));
      seen.add(event.id);
      open.set(event.id, event.at);
    } else if (!open.delete(event.id))
      found.push(wireViolation("orphan-result", `tool result ${event.id} has no open call before it`, event.at));
  }
  return found;
}
