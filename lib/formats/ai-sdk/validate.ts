import { type Violation, wireViolation } from "../../conversation/invariants";
import { asArray, asObject, asText, type JsonObject } from "../json-fields";
import { messageList } from "../wire-context";
import { uiToolName } from "./ui-tool-part";

/**
 * Checks the structural rules of the AI SDK. Every call has its result, or an approval's answer, before the next user
 * or system message; otherwise the SDK throws MissingToolResultsError. Every result has its call. Ids are used once.
 * Results are in tool messages (or next to the call, if the provider ran it). System messages are at the start. No
 * message is empty. The last calls may still be running. Source: `ai` 7, convertToLanguageModelPrompt and
 * convertToModelMessages.
 */
export function validateAiSdk(body: unknown): Violation[] {
  const list = messageList(body);
  if (!list) return [wireViolation("invalid-shape", "the body has no list of messages", "$.messages")];
  const messages = list.map(asObject);
  const events = messages.flatMap((message, index) => eventsOf(message, `$.messages[${index}]`));
  return [...messages.flatMap((message, index) => shapes(message, index, messages)), ...checkOrder(events)];
}

type Event =
  | { readonly type: "call" | "result" | "approved"; readonly id: string; readonly at: string }
  | { readonly type: "request"; readonly id: string; readonly callId: string; readonly at: string }
  | { readonly type: "prompt"; readonly at: string };

const itemsOf = (message: JsonObject | null) => asArray(message?.parts) ?? asArray(message?.content) ?? [];

function shapes(message: JsonObject | null, index: number, messages: readonly (JsonObject | null)[]): Violation[] {
  const at = `$.messages[${index}]`;
  const role = asText(message?.role) ?? "";
  if (!/^(system|user|assistant|tool)$/.test(role)) return [wireViolation("bad-role", "unknown role", at)];
  const found: Violation[] = [];
  const isEmpty = message?.content === "" ? role === "user" : itemsOf(message).length === 0;
  if (isEmpty && typeof message?.content !== "string")
    found.push(wireViolation("empty-message", "the message has no parts", at));
  if (role === "system" && index > 0 && messages[index - 1]?.role !== "system")
    found.push(wireViolation("system-placement", "system messages must be at the start", at));
  return found;
}

function eventsOf(message: JsonObject | null, at: string): Event[] {
  const role = asText(message?.role) ?? "";
  const prompt: Event[] = role === "user" || role === "system" ? [{ type: "prompt", at }] : [];
  return [...prompt, ...itemsOf(message).flatMap((item) => itemEvents(asObject(item), at))];
}

function itemEvents(item: JsonObject | null, at: string): Event[] {
  if (!item) return [];
  if (item.type === "tool-approval-response") return [{ type: "approved", id: asText(item.approvalId) ?? "", at }];
  const id = asText(item.toolCallId);
  if (id === null) return [];
  if (item.type === "tool-approval-request")
    return [{ type: "request", id: asText(item.approvalId) ?? "", callId: id, at }];
  if (item.type === "tool-call" || item.type === "tool-result")
    return [{ type: item.type === "tool-call" ? "call" : "result", id, at }];
  if (uiToolName(item) === null) return [];
  return [
    { type: "call", id, at },
    ...(DONE.has(asText(item.state) ?? "") ? [{ type: "result", id, at } as const] : []),
  ];
}

/** States of a UI tool part for which the SDK sends a result or the answer to an approval. */
const DONE = new Set(["output-available", "output-error", "output-denied", "approval-responded"]);

function checkOrder(events: readonly Event[]): Violation[] {
  const open = new Map<string, string>();
  const seen = new Set<string>();
  const approvals = new Map<string, string>();
  const found: Violation[] = [];
  for (const event of events) {
    if (event.type === "prompt") {
      for (const [id, at] of open)
        if (at !== APPROVED)
          found.push(wireViolation("orphan-call", `tool call ${id} has no result before the next prompt`, at));
      open.clear();
    } else if (event.type === "call") {
      if (seen.has(event.id))
        found.push(wireViolation("duplicate-call-id", `two calls have the id ${event.id}`, event.at));
      seen.add(event.id);
      open.set(event.id, event.at);
    } else if (event.type === "request") approvals.set(event.id, event.callId);
    else if (event.type === "approved") {
      const call = approvals.get(event.id);
      if (call === undefined)
        found.push(wireViolation("orphan-approval", `no approval request ${event.id} before it`, event.at));
      else if (open.has(call)) open.set(call, APPROVED);
    } else if (!open.delete(event.id))
      found.push(wireViolation("orphan-result", `tool result ${event.id} has no open call before it`, event.at));
  }
  return found;
}

/** Stored instead of a position for a call whose approval was answered, because it needs no result. */
const APPROVED = "approved";
