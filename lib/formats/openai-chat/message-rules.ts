import { type Violation, wireViolation } from "../../conversation/invariants";
import { asArray, asObject, asText, type JsonObject } from "../json-fields";

/** Rules on a single message: readable calls, content, and images only if they are allowed. */
export function messageRules(message: JsonObject, role: string, at: string): Violation[] {
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

/** An answer may consist of calls, a refusal or audio; a tool's result may be empty; empty instructions are accepted. */
function mayBeEmpty(message: JsonObject, role: string): boolean {
  if (role === "tool" || role === "function") return true;
  if (role === "system" || role === "developer") return typeof message.content === "string";
  if (role !== "assistant") return role !== "user";
  const says = message.function_call ?? message.refusal ?? message.audio ?? message.reasoning_content;
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

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
