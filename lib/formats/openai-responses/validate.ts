import { type Violation, wireViolation } from "../../conversation/invariants";
import { asArray, asObject, asText, type JsonObject } from "../json-fields";
import { itemList } from "./decode";

const ROLES = new Set(["user", "assistant", "system", "developer"]);

/**
 * The structural rules of the Responses API: an output answers a call before it, every call is answered before the next
 * message of a user, ids are used once, messages have content. Calls at the very end may still run. With
 * `previous_response_id` the calls may be elsewhere. Source: platform.openai.com, Responses reference, 2026.
 */
export function validateOpenAiResponses(body: unknown): Violation[] {
  const list = itemList(body);
  if (!list) return [wireViolation("invalid-shape", "the body has no input", "$.input")];
  const isContinued = asText(asObject(body)?.previous_response_id) !== null;
  const open = new Map<string, string>();
  const seen = new Set<string>();
  return list.flatMap((value, index) => {
    const at = `$.input[${index}]`;
    const item = asObject(value);
    if (!item) return [wireViolation("invalid-shape", "an item must be an object", at)];
    const type = asText(item.type) ?? "message";
    const id = asText(item.call_id);
    if (type === "message") return [...shapeOf(item, at), ...unanswered(item, open)];
    if (id === null) return [];
    if (!type.endsWith("_output")) return called(id, at, open, seen);
    return open.delete(id) || isContinued
      ? []
      : [wireViolation("orphan-result", `output ${id} answers no open call`, at)];
  });
}

function shapeOf(item: JsonObject, at: string): Violation[] {
  if (!ROLES.has(asText(item.role) ?? "")) return [wireViolation("bad-role", "unknown role", at)];
  const isEmpty = item.content === "" || asArray(item.content)?.length === 0;
  return isEmpty ? [wireViolation("empty-message", "the message has no content", at)] : [];
}

function unanswered(item: JsonObject, open: Map<string, string>): Violation[] {
  if (item.role !== "user") return [];
  const found = [...open].map(([id, at]) => wireViolation("orphan-call", `call ${id} is not answered`, at));
  open.clear();
  return found;
}

function called(id: string, at: string, open: Map<string, string>, seen: Set<string>): Violation[] {
  const isRepeated = seen.has(id);
  seen.add(id);
  open.set(id, at);
  return isRepeated ? [wireViolation("duplicate-call-id", `two calls have the id ${id}`, at)] : [];
}
