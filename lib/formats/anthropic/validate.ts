import { type Violation, wireViolation } from "../../conversation/invariants";
import { asObject, asObjects, asText, type JsonObject } from "../json-fields";
import { messageList } from "../wire-context";
import { blockRules } from "./block-rules";

/**
 * Checks the structural rules of the Messages API. The first message is a user's, or a compaction block. Every tool_use
 * is answered in the next user turn, with the results at its start. There is no result without its call. Ids are used
 * once. No content is empty. The rules of `block-rules.ts` apply too. Consecutive messages of one role count as one
 * turn, as the API joins them. The calls at the very end may be unanswered. Source: platform.claude.com "Messages" and
 * "Tool use" references and the API's error messages, 2026.
 */
export function validateAnthropic(body: unknown): Violation[] {
  const list = messageList(body);
  if (!list) return [wireViolation("invalid-shape", "the body has no list of messages", "$.messages")];
  const turns = toTurns(list);
  return [
    ...shapeViolations(list),
    ...firstRole(turns),
    ...duplicateCalls(turns),
    ...pairs(turns),
    ...serverTools(turns),
    ...blockRules(body, list),
  ];
}

type Turn = { readonly role: string; readonly at: string; readonly blocks: JsonObject[] };

function toTurns(list: readonly unknown[]): Turn[] {
  const turns: Turn[] = [];
  list.forEach((value, index) => {
    const message = asObject(value);
    const role = asText(message?.role) ?? "";
    if (role === "system") return;
    const blocks = blocksOf(message?.content);
    const previous = turns.at(-1);
    if (previous?.role === role) for (const block of blocks) previous.blocks.push(block);
    else turns.push({ role, at: `$.messages[${index}]`, blocks: [...blocks] });
  });
  return turns;
}

function blocksOf(content: unknown): JsonObject[] {
  if (typeof content === "string") return [{ type: "text", text: content }];
  return asObjects(content);
}

function shapeViolations(list: readonly unknown[]): Violation[] {
  return list.flatMap((value, index) => {
    const at = `$.messages[${index}]`;
    const message = asObject(value);
    const isKnown = message?.role === "user" || message?.role === "assistant" || message?.role === "system";
    if (!isKnown) return [wireViolation("bad-role", "role must be user or assistant", at)];
    const blocks = blocksOf(message.content);
    const isEmpty = blocks.every((block) => block.type === "text" && block.text === "");
    if (isEmpty && message.role === "assistant" && index === list.length - 1) return [];
    if (isEmpty) return [wireViolation("empty-message", "the message has no content", at)];
    const isBlank = (block: JsonObject) =>
      block.type === "text" && typeof block.text === "string" && !/\S/.test(block.text);
    return blocks.some(isBlank) ? [wireViolation("empty-text", "a text block must not be blank", at)] : [];
  });
}

function firstRole(turns: readonly Turn[]): Violation[] {
  const [first] = turns;
  return first && first.role !== "user" && first.blocks[0]?.type !== "compaction"
    ? [wireViolation("first-message-not-user", "the first message must be a user message", first.at)]
    : [];
}

function duplicateCalls(turns: readonly Turn[]): Violation[] {
  const seen = new Set<string>();
  return turns.flatMap((turn) =>
    callIds(turn).flatMap((id) => {
      if (!seen.has(id)) {
        seen.add(id);
        return [];
      }
      return [wireViolation("duplicate-call-id", `two calls have the id ${id}`, turn.at)];
    }),
  );
}

function pairs(turns: readonly Turn[]): Violation[] {
  return turns.flatMap((turn, index) => {
    if (turn.role !== "user") return unanswered(turn, turns.slice(index + 1, index + 3));
    return [...strayResults(turn, turns[index - 1]), ...lateResults(turn, turns[index - 1])];
  });
}

function unanswered(turn: Turn, [next, afterNext]: readonly Turn[]): Violation[] {
  const isStillRunning = !next || (!afterNext && next.blocks.every(isResult));
  if (isStillRunning) return [];
  const answered = new Set(resultIds(next));
  return callIds(turn)
    .filter((id) => !answered.has(id))
    .map((id) => wireViolation("orphan-call", `tool_use ${id} is not answered in the next message`, turn.at));
}

function strayResults(turn: Turn, previous: Turn | undefined): Violation[] {
  const calls = new Set(previous?.role === "assistant" ? callIds(previous) : []);
  const seen = new Set<string>();
  return resultIds(turn).flatMap((id) => {
    const isStray = !calls.has(id) || seen.has(id);
    seen.add(id);
    return isStray
      ? [wireViolation("orphan-result", `tool_result ${id} answers no call of the message before it`, turn.at)]
      : [];
  });
}

/**
 * Provider-run tools: the result follows its call in the same answer. Calls of the client's tools may interrupt that
 * answer, because executed code can make them. The last call may still be running.
 */
function serverTools(turns: readonly Turn[]): Violation[] {
  const open = new Map<string, string>();
  return turns.flatMap((turn) => {
    if (turn.role === "assistant") return turn.blocks.flatMap((block) => serverTool(block, turn, open));
    if (turn.blocks.every(isResult)) return [];
    const unanswered = [...open].map(([id, at]) =>
      wireViolation("orphan-call", `${id} has no result in its answer`, at),
    );
    open.clear();
    return unanswered;
  });
}

function serverTool(block: JsonObject, { at }: Turn, open: Map<string, string>): Violation[] {
  const type = asText(block.type) ?? "";
  if (type === "server_tool_use" || type === "mcp_tool_use") open.set(asText(block.id) ?? "", at);
  const isStray = type.endsWith("_tool_result") && !open.delete(asText(block.tool_use_id) ?? "");
  return isStray ? [wireViolation("orphan-result", `${type} answers no call of its answer`, at)] : [];
}

/** Results that answer the previous turn but do not come first. Results without a call break another rule. */
function lateResults(turn: Turn, previous: Turn | undefined): Violation[] {
  const calls = new Set(previous?.role === "assistant" ? callIds(previous) : []);
  const isAnswer = (block: JsonObject) => isResult(block) && calls.has(asText(block.tool_use_id) ?? "");
  const firstOther = turn.blocks.findIndex((block) => !isResult(block));
  const isLate = firstOther !== -1 && turn.blocks.slice(firstOther).some(isAnswer);
  return isLate ? [wireViolation("result-not-first", "tool results must stand before other content", turn.at)] : [];
}

const isResult = (block: JsonObject) => block.type === "tool_result";
const callIds = (turn: Turn) =>
  turn.blocks.flatMap((block) => (block.type === "tool_use" ? (asText(block.id) ?? []) : []));
const resultIds = (turn: Turn) =>
  turn.blocks.flatMap((block) => (isResult(block) ? (asText(block.tool_use_id) ?? []) : []));
