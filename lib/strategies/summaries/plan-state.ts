import { planItems } from "../recite-plan";
import { factsOf } from "../tool-facts";
import type { View } from "../view";

/** The newest plan among the parts, an item a line with its state; empty where no plan was made. */
export function newestPlanItems(partIds: readonly string[], view: View): string[] {
  for (const id of partIds.toReversed()) {
    const part = view.entry(id)?.part;
    if (part?.type !== "tool-call" || factsOf(part).kind !== "plan") continue;
    const items = planItems(part);
    if (items.length > 0) return items.map(({ text, status }) => `[${status === "completed" ? "x" : " "}] ${text}`);
  }
  return [];
}
