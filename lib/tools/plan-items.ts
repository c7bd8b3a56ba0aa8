import type { JsonValue, ToolCallPart } from "../conversation/part";
import { callFacts } from "./call-facts";
import { FIELD_NAMES } from "./data/field-names";
import { findTool } from "./find-tool";
import { isFields, valuesAt, valuesNamed } from "./input-places";

/** `status`: "completed", "pending", or the client's own word. */
export type PlanItem = { readonly text: string; readonly status: string };

/** The items of a call that states a whole plan, for all clients; null for every other call. */
export function planItems(call: ToolCallPart): readonly PlanItem[] | null {
  if (callFacts(call).operation !== "plan") return null;
  const places = findTool(call.toolName)?.list;
  const own = places === undefined ? [] : valuesAt(call.input, places);
  const [found] = own.length > 0 ? own : valuesNamed(call.input, FIELD_NAMES.list, 0);
  if (Array.isArray(found?.value)) return found.value.flatMap(itemOf);
  return typeof found?.value === "string" ? checklistItems(found.value) : null;
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

/** `- [x] done`, `[ ] open`, `[-] begun`, one per line; null where the text is no list. */
function checklistItems(text: string): PlanItem[] | null {
  const items = [...text.matchAll(/^[ \t]*(?:[-*][ \t]*)?\[([ xX~-])\][ \t]*(\S.*)$/gm)];
  if (items.length === 0) return null;
  return items.map(([, mark = "", item = ""]) => ({
    text: item.trim(),
    status: mark.toLowerCase() === "x" ? "completed" : mark === " " ? "pending" : "in_progress",
  }));
}
