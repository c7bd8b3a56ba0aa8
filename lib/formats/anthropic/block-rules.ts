import { type Violation, wireViolation } from "../../conversation/invariants";
import { asArray, asObject, asObjects, asText, type JsonObject } from "../json-fields";

/** Checks the rules that do not depend on turns: thinking, files, system messages, cache marks and the last message. */
export function blockRules(body: unknown, list: readonly unknown[]): Violation[] {
  return [
    ...list.flatMap((value, index) => messageRules(asObject(value), index, list)),
    ...lastThinking(asObject(body), list),
    ...cacheMarks(asObject(body), list),
  ];
}

const MAX_BREAKPOINTS = 4;

const blocksOf = (message: JsonObject | null): JsonObject[] => asObjects(message?.content);

function messageRules(message: JsonObject | null, index: number, list: readonly unknown[]): Violation[] {
  const at = `$.messages[${index}]`;
  const found: Violation[] = [];
  const blocks = blocksOf(message);
  if (message?.role === "system" && (index === 0 || asObject(list[index - 1])?.role !== "user"))
    found.push(
      wireViolation("system-placement", "a system message must follow a user message, so it cannot be first", at),
    );
  if (message?.role === "assistant" && blocks.some(isFile))
    found.push(wireViolation("misplaced-file", "images and documents belong to user messages", at));
  if (blocks.some((block) => block.type === "thinking" && asText(block.signature) === null))
    found.push(wireViolation("unsigned-thinking", "thinking must be sent back with its signature or not at all", at));
  if (index === list.length - 1 && message?.role === "assistant" && /\s$/.test(lastText(message)))
    found.push(wireViolation("trailing-whitespace", "the final assistant text must not end in white space", at));
  return found;
}

const isFile = (block: JsonObject) => block.type === "image" || block.type === "document";

function lastText(message: JsonObject): string {
  if (typeof message.content === "string") return message.content;
  const last = blocksOf(message).at(-1);
  return last?.type === "text" ? (asText(last.text) ?? "") : "";
}

/**
 * With thinking enabled by budget, the assistant message of a running tool loop must start with its thinking ("Expected
 * `thinking` or `redacted_thinking`, but found `tool_use`"). With adaptive thinking it need not.
 */
function lastThinking(body: JsonObject | null, list: readonly unknown[]): Violation[] {
  if (asObject(body?.thinking)?.type !== "enabled") return [];
  const index = list.findLastIndex((message) => asObject(message)?.role === "assistant");
  const [first, ...rest] = blocksOf(asObject(list[index]));
  const isLoop = [first, ...rest].some((block) => block?.type === "tool_use");
  if (!isLoop || first?.type === "thinking" || first?.type === "redacted_thinking") return [];
  return [wireViolation("missing-thinking", "the last tool loop must start with its thinking", `$.messages[${index}]`)];
}

type Mark = { readonly block: JsonObject; readonly at: string };

/** At most four marks, those with a longer lifetime first, and none on thinking. */
function cacheMarks(body: JsonObject | null, list: readonly unknown[]): Violation[] {
  const marks = [
    ...marksOf(asArray(body?.tools), "$.tools"),
    ...marksOf(asArray(body?.system), "$.system"),
    ...list.flatMap((message, index) => marksOf(asArray(asObject(message)?.content), `$.messages[${index}].content`)),
  ];
  const found: Violation[] = [];
  const extra = marks[MAX_BREAKPOINTS];
  if (extra) found.push(wireViolation("breakpoints", `more than ${MAX_BREAKPOINTS} cache_control marks`, extra.at));
  const firstShort = marks.findIndex(({ block }) => !isLong(block));
  const late = firstShort === -1 ? undefined : marks.slice(firstShort).find(({ block }) => isLong(block));
  if (late) found.push(wireViolation("breakpoints", "a 1h mark comes after a 5m mark", late.at));
  const thinking = marks.find(({ block }) => block.type === "thinking" || block.type === "redacted_thinking");
  if (thinking) found.push(wireViolation("breakpoints", "thinking cannot carry cache_control", thinking.at));
  return found;
}

const marksOf = (blocks: readonly unknown[] | null, at: string): Mark[] =>
  (blocks ?? []).flatMap((value, index) => {
    const block = asObject(value);
    return block && asObject(block.cache_control) ? [{ block, at: `${at}[${index}]` }] : [];
  });

const isLong = (block: JsonObject) => asObject(block.cache_control)?.ttl === "1h";
