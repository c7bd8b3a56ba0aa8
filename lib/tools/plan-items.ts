import type { JsonValue, ToolCallPart } from "../conversation/part";
import { callFacts } from "./call-facts";
import { FIELD_NAMES } from "./data/field-names";
import { findTool } from "./find-tool";
import { type Call, innerCalls } from "./inner-calls";
import { isFields, textsAt, textsNamed, valuesAt, valuesNamed } from "./input-places";

/** `status`: "completed", "pending", or the client's own word. */
export type PlanItem = { readonly text: string; readonly status: string };

/** True if an item is still to be done, that is, neither completed nor cancelled. */
export const isOpen = ({ status }: PlanItem): boolean => !/^(?:completed|cancell?ed)$/.test(status);

/** The item as a line of a checklist; one that was closed without being done keeps its status. */
export function checklistLine(item: PlanItem): string {
  const { text, status } = item;
  if (isOpen(item)) return `[ ] ${text}`;
  return status === "completed" ? `[x] ${text}` : `[x] ${text} (${status})`;
}

/**
 * File names in which agents keep their plan, as of 2026-11: `todo.md` of Manus, `PLAN.md`, `tasks.md` and the like.
 */
const PLAN_FILE = /(?:^|[/\\])(?:todos?|plan|task[-_ ]?plan|tasks?|task[-_ ]?list|progress)\.(?:md|mdx|markdown|txt)$/i;

/**
 * The items of a call that states an entire plan: a plan tool's call, or one that writes a plan file with a checklist.
 * Null for every other call; an edit of a plan file only shows a piece of the plan.
 */
export const planItems = (call: ToolCallPart): readonly PlanItem[] | null => itemsIn(call);

function itemsIn(call: Call): readonly PlanItem[] | null {
  const inner = innerCalls(call);
  if (inner.length > 0) return inner.map(itemsIn).findLast((items) => items !== null) ?? null;
  const { operation, paths } = callFacts(call);
  if (operation === "write" && paths.some((path) => PLAN_FILE.test(path))) return writtenItems(call);
  if (operation !== "plan") return null;
  const places = findTool(call.toolName)?.list;
  const own = places === undefined ? [] : valuesAt(call.input, places);
  const [found] = own.length > 0 ? own : valuesNamed(call.input, FIELD_NAMES.list, 0);
  if (Array.isArray(found?.value)) return found.value.flatMap(itemOf);
  return typeof found?.value === "string" ? checklistItems(found.value) : null;
}

/** The checklist in the text written by a call. */
function writtenItems(call: Call): PlanItem[] | null {
  const places = findTool(call.toolName)?.content;
  const own = places === undefined ? [] : textsAt(call.input, places);
  const [written] = own.length > 0 ? own : textsNamed(call.input, FIELD_NAMES.content, 0);
  return written ? checklistItems(written.text) : null;
}

const TEXTS = ["content", "step", "title", "description", "text"];
const DONE = /^(?:completed|complete|done)$/;

function itemOf(item: JsonValue): PlanItem[] {
  if (typeof item === "string") return [{ text: item, status: "pending" }];
  if (!isFields(item)) return [];
  const isText = (value: JsonValue | undefined): value is string => typeof value === "string";
  const text = TEXTS.map((name) => item[name]).find(isText);
  if (text === undefined) return [];
  if (item.done === true || (isText(item.status) && DONE.test(item.status))) return [{ text, status: "completed" }];
  return [{ text, status: isText(item.status) ? item.status : "pending" }];
}

/** `- [x] done`, `[ ] open`, `[-] begun`, one per line; null if the text is not a list. */
function checklistItems(text: string): PlanItem[] | null {
  const items = [...text.matchAll(/^[ \t]*(?:[-*][ \t]*)?\[([ xX~-])\][ \t]*(\S.*)$/gm)];
  if (items.length === 0) return null;
  return items.map(([, mark = "", item = ""]) => ({
    text: item.trim(),
    status: mark.toLowerCase() === "x" ? "completed" : mark === " " ? "pending" : "in_progress",
  }));
}
