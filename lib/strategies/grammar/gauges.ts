import { isTypedUser } from "../../conversation/message";
import { partLength } from "../../conversation/part";
import type { Procedure } from "./procedure";
import type { Selector } from "./selectors";
import { type UnitRule, unitsOf } from "./units";
import type { View } from "./view";

/** A number that a trigger compares: its name, and how to compute it. */
export type Gauge = { readonly id: string; readonly of: (view: View) => number };

export const TOKEN_COUNT: Gauge = { id: "tokens", of: (view) => view.tokens() };
export const MESSAGE_COUNT: Gauge = { id: "messages", of: (view) => view.conversation.messages.length };
export const TURN_COUNT: Gauge = {
  id: "turns",
  of: (view) => view.conversation.messages.filter(isTypedUser).length,
};
export const STEP_COUNT: Gauge = {
  id: "steps",
  of: (view) => view.conversation.messages.filter(({ role }) => role === "assistant").length,
};
export const TOOL_USE_COUNT: Gauge = {
  id: "tool uses",
  of: (view) => view.entries().filter(({ part }) => part.type === "tool-call").length,
};

export const unitCount = (rule: UnitRule): Gauge => ({
  id: `${rule.by}s`,
  of: (view) => unitsOf(view, rule).length,
});

/** Tokens of the selected parts, for rules that act only if enough can be saved. */
export const tokensIn = (select: Selector): Gauge => ({
  id: "prunable tokens",
  of: (view) => {
    let sum = 0;
    for (const { parts } of select(view))
      for (const id of parts) {
        const part = view.entry(id)?.part;
        if (part) sum += view.environment.tokensOf(part);
      }
    return sum;
  },
});

/** Share of the dialogue's characters that a procedure would save. */
export const shareSavedBy = (procedure: Procedure): Gauge => ({
  id: "share of characters saved",
  of: (view) => {
    let total = 0;
    for (const { part } of view.entries()) total += partLength(part);
    let saved = 0;
    for (const edit of procedure(view).edits) {
      if (edit.op === "insert") continue;
      for (const id of edit.targets) saved += lengthOf(id, view);
      if (edit.op === "replace") saved -= partLength(edit.produced);
    }
    return total === 0 ? 0 : saved / total;
  },
});

function lengthOf(partId: string, view: View): number {
  const part = view.entry(partId)?.part;
  return part ? partLength(part) : 0;
}
