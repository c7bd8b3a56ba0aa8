import { type Violation, wireViolation } from "../../conversation/invariants";
import { asArray, asObject, asText, type JsonObject } from "../json-fields";
import { itemList } from "./decode";
import { callIdOf, typeOfItem } from "./decode-item";
import { isModelItem, isReasoning } from "./reasoning-items";

const ROLES = new Set(["user", "assistant", "system", "developer"]);

/**
 * Checks the structural rules of the Responses API. An output answers a call before it. Every call is answered before
 * the next user message. Approvals answer requests. Reasoning precedes the item that it led to. Ids of items and calls
 * are used once. Messages have content. Calls at the very end may still be running. If items are stored on the server
 * (`previous_response_id`, `conversation`, `item_reference`), the calls may be there too. Source: platform.openai.com,
 * Responses reference and its error messages, 2026.
 */
export function validateOpenAiResponses(body: unknown): Violation[] {
  const list = itemList(body);
  if (!list) return [wireViolation("invalid-shape", "the body has no input", "$.input")];
  const place = (index: number) => `${Array.isArray(body) ? "$" : "$.input"}[${index}]`;
  return [...pairs(list, place, isContinued(body)), ...danglingReasoning(list, place), ...repeatedIds(list, place)];
}

type Place = (index: number) => string;

/** True if a part of the history is on the server and not in the body. */
export function isContinued(body: unknown): boolean {
  const fields = asObject(body);
  const isKnown = asText(fields?.previous_response_id) !== null || (fields?.conversation ?? null) !== null;
  return isKnown || (itemList(body) ?? []).some((item) => typeOfItem(asObject(item) ?? {}) === "item_reference");
}

function pairs(list: readonly unknown[], place: Place, isContinued: boolean): Violation[] {
  const open = new Map<string, string>();
  const seen = new Set<string>();
  const requests = new Set<string>();
  return list.flatMap((value, index) => {
    const at = place(index);
    const item = asObject(value);
    if (!item) return [wireViolation("invalid-shape", "an item must be an object", at)];
    const type = typeOfItem(item);
    const id = callIdOf(item);
    if (type === "message" || type === "") return [...shapeOf(item, at), ...unanswered(item, open)];
    if (type === "mcp_approval_request") requests.add(asText(item.id) ?? "");
    if (type === "mcp_approval_response") return isContinued ? [] : approval(item, requests, at);
    if (id === null) return [];
    if (!type.endsWith("_output")) return [...called(id, at, open, seen), ...argumentsOf(item, type, at)];
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

function argumentsOf(item: JsonObject, type: string, at: string): Violation[] {
  const isNamed = type !== "function_call" || asText(item.name) !== null;
  return isNamed ? [] : [wireViolation("bad-arguments", "a call needs the name of its function", at)];
}

function approval(item: JsonObject, requests: Set<string>, at: string): Violation[] {
  const id = asText(item.approval_request_id) ?? "";
  return requests.delete(id) ? [] : [wireViolation("orphan-approval", `no open approval request ${id}`, at)];
}

/** Finds reasoning at the end: "Item of type 'reasoning' was provided without its required following item." */
function danglingReasoning(list: readonly unknown[], place: Place): Violation[] {
  return list.flatMap((item, index) => {
    if (!isReasoning(item) || isReasoning(list[index + 1]) || isModelItem(list[index + 1])) return [];
    return [wireViolation("reasoning-without-item", "no item of the model follows the reasoning", place(index))];
  });
}

function repeatedIds(list: readonly unknown[], place: Place): Violation[] {
  const seen = new Set<string>();
  return list.flatMap((value, index) => {
    const id = asText(asObject(value)?.id);
    if (id === null || (!seen.has(id) && seen.add(id))) return [];
    return [wireViolation("duplicate-item-id", `two items have the id ${id}`, place(index))];
  });
}
