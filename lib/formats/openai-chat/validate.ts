import { type Violation, wireViolation } from "../../conversation/invariants";
import { asArray, asObject, asText, isJson, type JsonObject } from "../json-fields";
import { messageList } from "../wire-context";

const ROLES = new Set(["system", "developer", "user", "assistant", "tool", "function"]);

/**
 * Checks the structural rules of Chat Completions. A tool message answers a call of the assistant message before it.
 * All calls are answered before the next message of another kind. Ids are used once per batch. The rules of
 * `messageRules` apply too. The calls at the very end may be unanswered. Source: platform.openai.com, Chat Completions
 * reference and its error messages, 2026.
 */
export function validateOpenAiChat(body: unknown): Violation[] {
  const list = messageList(body);
  if (!list) return [wireViolation("invalid-shape", "the body has no list of messages", "$.messages")];
  const found: Violation[] = [];
  let batch: Batch | null = null;
  list.forEach((value, index) => {
    const at = `$.messages[${index}]`;
    const message = asObject(value);
    const role = asText(message?.role) ?? "";
    if (!message || !ROLES.has(role)) found.push(wireViolation("bad-role", "unknown role", at));
    else if (role === "tool") found.push(...answer(batch, message, at));
    else if (role !== "function") {
      found.push(...unanswered(batch));
      batch = role === "assistant" ? openBatch(message, at) : null;
      if (role === "assistant") found.push(...duplicates(message, at));
    }
    if (message) found.push(...messageRules(message, role, at));
  });
  const isSaid = list.some((value) => !/^(system|developer)$/.test(asText(asObject(value)?.role) ?? "system"));
  if (!isSaid && list.length > 0) found.push(wireViolation("no-messages", "nothing but instructions", "$.messages"));
  return found;
}

type Batch = { readonly at: string; readonly open: Set<string> };

const idsOf = (message: JsonObject) =>
  (asArray(message.tool_calls) ?? []).flatMap((call) => asText(asObject(call)?.id) ?? []);

function openBatch(message: JsonObject, at: string): Batch {
  return { at, open: new Set(idsOf(message)) };
}

function answer(batch: Batch | null, message: JsonObject, at: string): Violation[] {
  const id = asText(message.tool_call_id) ?? "";
  return batch?.open.delete(id)
    ? []
    : [wireViolation("orphan-result", `tool message ${id} answers no open call of the message before it`, at)];
}

function unanswered(batch: Batch | null): Violation[] {
  if (!batch) return [];
  return [...batch.open].map((id) =>
    wireViolation("orphan-call", `tool call ${id} is not answered before the next message`, batch.at),
  );
}

function duplicates(message: JsonObject, at: string): Violation[] {
  const seen = new Set<string>();
  const repeated = idsOf(message).filter((id) => seen.has(id) || !seen.add(id));
  return [...new Set(repeated)].map((id) => wireViolation("duplicate-call-id", `two calls have the id ${id}`, at));
}

/** Rules for a single message: calls that can be parsed, content, and images only where they are allowed. */
function messageRules(message: JsonObject, role: string, at: string): Violation[] {
  const { content } = message;
  const found = (asArray(message.tool_calls) ?? []).flatMap((call, index) =>
    callRules(asObject(call), `${at}.tool_calls[${index}]`),
  );
  if (isEmpty(content) && !mayBeEmpty(message, role))
    found.push(wireViolation("empty-message", "the message has no content", at));
  if (role !== "user" && asArray(content)?.some((part) => asObject(part)?.type === "image_url"))
    found.push(wireViolation("misplaced-file", "images belong to user messages", at));
  return found;
}

const isEmpty = (content: unknown) =>
  content === null || content === undefined || content === "" || asArray(content)?.length === 0;

/**
 * An answer may consist of calls, a refusal or audio. A tool's result may be empty. The API accepts empty instructions.
 */
function mayBeEmpty(message: JsonObject, role: string): boolean {
  if (role === "tool" || role === "function") return true;
  if (role === "system" || role === "developer") return typeof message.content === "string";
  if (role !== "assistant") return role !== "user";
  const says =
    message.function_call ?? message.refusal ?? message.audio ?? message.reasoning_content ?? message.reasoning;
  return (asArray(message.tool_calls)?.length ?? 0) > 0 || (says ?? null) !== null || message.content === "";
}

function callRules(call: JsonObject | null, at: string): Violation[] {
  const named = asObject(call?.function);
  if (!named) return [];
  if (asText(named.name) === null) return [wireViolation("bad-arguments", "a call needs the name of its function", at)];
  return typeof named.arguments !== "string" || isJson(named.arguments)
    ? []
    : [wireViolation("bad-arguments", "arguments must be JSON text", `${at}.function.arguments`)];
}
