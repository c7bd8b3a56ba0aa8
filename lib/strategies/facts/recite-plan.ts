import type { Edit } from "../../conversation/edit";
import { checklistLine, planItems } from "../../tools/plan-items";
import { insertNote, noteBody, noteKind } from "../grammar/notes";
import { NOTHING, type Procedure } from "../grammar/procedure";
import { drop } from "../grammar/transforms";
import type { View } from "../grammar/view";

const STEP = "recite-plan";

/** Repeats the newest plan at the end of the prompt, where the model attends to it most, and drops earlier repetitions. */
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

/** The items of the last call of a plan tool, one per line; null if there is none. */
function newestPlan(view: View): string | null {
  for (const { part } of view.entries().toReversed()) {
    const items = part.type === "tool-call" ? planItems(part) : null;
    const lines = (items ?? []).map((item) => `- ${checklistLine(item)}`);
    if (lines.length > 0) return lines.join("\n");
  }
  return null;
}
