import { oncePerPart } from "../../conversation/once-per-part";
import { type ToolCallPart, type ToolResultPart, toolOutputText } from "../../conversation/part";
import { callSubject } from "../../tools/call-subject";
import { callOf, isFailure } from "../grammar/selectors";
import type { PartEntry, View } from "../grammar/view";
import { clip } from "../previews/clip";
import { oneLine } from "./one-line";
import { splitSentences } from "./sentences";

const LINE = 240;
const ABOUT = 80;
/** Number of characters of an output that are searched for its error message. */
const LOOKED_AT = 4_000;
const MAX_ERRORS = 24;

/** `tool` and `on` (the subject) show whether a later call is a retry. */
type ErrorState = { readonly tool: string; readonly on: string; readonly line: string; isOpen: boolean; cause: string };

const OPEN = "(open)";
export const isOpenError = (line: string): boolean => line.endsWith(OPEN);

/** Words with which an agent states the cause of an error. */
const CAUSE =
  /\b(?:root cause|caused by|because|due to|the (?:problem|issue|bug|cause|error) (?:is|was)|turns out)\b|原因是|根本原因|因为/i;
const CAUSE_LENGTH = 160;

/**
 * Distinct tool errors with the subject of the call, the cause the agent named next, and whether the same call
 * succeeded later. Newest last.
 */
export function errorStates(entries: readonly PartEntry[], view: View): string[] {
  const errors = new Map<string, ErrorState>();
  for (const { part, message } of entries) {
    if (part.type === "text" && message.role === "assistant") addCause(errors, part.text);
    if (part.type !== "tool-result") continue;
    const call = callOf(part, view);
    if (isFailure(part, view)) addError(errors, part, call, view);
    else if (call) close(errors, call, view);
  }
  return [...errors.values()].map(({ line, cause, isOpen }) => {
    const why = cause === "" ? "" : `; cause: ${cause}`;
    return `${line}${why} ${isOpen ? OPEN : "(the same succeeded later)"}`;
  });
}

/** The first sentence after the newest error in which the agent states a cause. */
function addCause(errors: ReadonlyMap<string, ErrorState>, said: string) {
  const newest = [...errors.values()].at(-1);
  if (newest === undefined || newest.cause !== "" || !CAUSE.test(said)) return;
  const sentence = splitSentences(said.slice(0, LOOKED_AT)).find((text) => CAUSE.test(text));
  if (sentence !== undefined) newest.cause = clip(sentence, CAUSE_LENGTH);
}

function addError(errors: Map<string, ErrorState>, result: ToolResultPart, call: ToolCallPart | undefined, view: View) {
  const tool = call?.toolName ?? result.toolName ?? "tool";
  const on = call ? callSubject(call, view.conversation.tools) : "";
  const line = clip(`${`${tool} ${oneLine(on, ABOUT)}`.trim()}: ${messageOf(result)}`, LINE);
  errors.delete(line);
  errors.set(line, { tool, on, line, isOpen: true, cause: "" });
  if (errors.size > MAX_ERRORS) errors.delete(errors.keys().next().value as string);
}

function close(errors: ReadonlyMap<string, ErrorState>, call: ToolCallPart, view: View) {
  const on = callSubject(call, view.conversation.tools);
  for (const error of errors.values())
    if (error.isOpen && error.tool === call.toolName && error.on === on) error.isOpen = false;
}

const SAYS_ERROR = /error|fail|not found|denied|cannot|错误|失败/i;

/** The first line stating what went wrong; for a stack trace its message. */
const messageOf = oncePerPart(({ output }: ToolResultPart): string => {
  const start = toolOutputText(output).slice(0, LOOKED_AT);
  const at = start.search(SAYS_ERROR);
  const line = at === -1 ? start.trimStart() : start.slice(start.lastIndexOf("\n", at) + 1);
  return line.split("\n", 1)[0]?.trim() || "no message";
});
