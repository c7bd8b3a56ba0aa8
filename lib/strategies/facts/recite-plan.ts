import type { Edit } from "../../conversation/edit";
import type { JsonValue, ToolCallPart } from "../../conversation/part";
import { insertNote, noteBody, noteKind } from "../grammar/notes";
import { NOTHING, type Procedure } from "../grammar/procedure";
import { drop } from "../grammar/transforms";
import type { View } from "../grammar/view";
import { factsOf, inputFields } from "./tool-facts";

const STEP = "recite-plan";

/** Repeats the newest plan at the end, where the model attends most; an earlier repetition goes. */
export const recitePlan: Procedure = (view) => {
  const body = newestPlan(view);
  const last = view.conversation.messages.at(-1);
  const isThere = last !== undefined && noteKind(last) === "plan" && noteBody(last) === body;
  if (body === null || isThere) return NOTHING;
  const edits = [...dropEarlier(view), insertNote(noteOf(body), view, STEP)];
  const change = edits.reduce((sum, edit) => sum + edit.tokensAfter - edit.tokensBefore, 0);
  const before = view.tokens();
  const report = { id: STEP, before, after: before + change, edits: edits.length };
  return { ...NOTHING, status: "applied", edits, steps: [report] };
};

const noteOf = (body: string) => ({ kind: "plan", body, placement: "end", sources: [], reason: "recitation" }) as const;

function dropEarlier(view: View): Edit[] {
  return view.conversation.messages.flatMap((message) => {
    if (noteKind(message) !== "plan" || message.parts.some(({ id }) => view.pinned().has(id))) return [];
    const target = { parts: message.parts.map(({ id }) => id), reason: "recited-again" };
    return drop.apply(target, view, STEP);
  });
}

/** The list of the last call of a plan tool, one line an item; null where there is none. */
export function newestPlan(view: View): string | null {
  for (const { part } of view.entries().toReversed()) {
    if (part.type !== "tool-call" || factsOf(part).kind !== "plan") continue;
    const lines = planItems(part).map(({ text, status }) => `- [${status === "completed" ? "x" : " "}] ${text}`);
    if (lines.length > 0) return lines.join("\n");
  }
  return null;
}

export type PlanItem = { readonly text: string; readonly status: string };

/** The items of a plan call, across clients. */
export function planItems(call: ToolCallPart): PlanItem[] {
  const fields = inputFields(call);
  const list = [fields.todos, fields.plan, fields.items, fields.tasks, fields.task_list].find(Array.isArray);
  return ((list ?? []) as readonly JsonValue[]).flatMap(planItem);
}

function planItem(item: JsonValue): PlanItem[] {
  if (typeof item === "string") return [{ text: item, status: "pending" }];
  if (typeof item !== "object" || item === null || Array.isArray(item)) return [];
  const fields = item as { readonly [key: string]: JsonValue };
  const text = [fields.content, fields.step, fields.title, fields.description, fields.text].find(
    (value) => typeof value === "string",
  );
  const status = fields.status === "done" || fields.done === true ? "completed" : fields.status;
  return typeof text === "string" ? [{ text, status: typeof status === "string" ? status : "pending" }] : [];
}
