import { type StrategyChoice, toggleChoice } from "@/lib/view-models/strategy-choice";
import type { StrategyAnswer } from "../../../lib/api/schemas/strategy";
import { type Chosen, OWN_RECIPE_INFO } from "./compare-types";

/** What a newcomer compares: one of each kind that needs no model. */
const FIRST_CHOICES = ["swe-agent-last-n", "centagent-externalise", "kilo-truncate"];

/** The choice of the link, or the first one; what the server does not know is left out. */
export function chosenOf(fromLink: readonly StrategyChoice[] | null, strategies: readonly StrategyAnswer[]): Chosen[] {
  const choices = fromLink ?? FIRST_CHOICES.reduce<StrategyChoice[]>(toggleChoice, []);
  return choices.flatMap((choice) => {
    const info = infoOf(choice.id, strategies);
    return info ? [{ choice, info }] : [];
  });
}

/** null: the server knows no such strategy. */
export const infoOf = (id: string | null, strategies: readonly StrategyAnswer[]): StrategyAnswer | null =>
  id === OWN_RECIPE_INFO.id ? OWN_RECIPE_INFO : (strategies.find((strategy) => strategy.id === id) ?? null);
