import { checklistLine, planItems } from "../../tools/plan-items";
import type { PartEntry } from "../grammar/view";

/** The newest plan among the parts, one item per line with its state; empty if there is none. */
export function newestPlanItems(entries: readonly PartEntry[]): string[] {
  for (let at = entries.length - 1; at >= 0; at -= 1) {
    const part = entries[at]?.part;
    const items = part?.type === "tool-call" ? (planItems(part) ?? []) : [];
    if (items.length > 0) return items.map(checklistLine);
  }
  return [];
}
