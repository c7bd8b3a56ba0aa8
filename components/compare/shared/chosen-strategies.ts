import { firstStrategies, type StrategyChoice, toggleChoice } from "@/lib/view-models/compare/strategy-choice";
import type { StrategyAnswer } from "../../../lib/api/schemas/strategy";
import { type Chosen, OWN_RECIPE_INFO } from "./compare-types";

/** The strategies in the URL, or the default ones for the client's sessions. Omits unknown ids. */
export function chosenOf(
  fromLink: readonly StrategyChoice[] | null,
  strategies: readonly StrategyAnswer[],
  client: string | null,
): Chosen[] {
  const choices = fromLink ?? firstStrategies(client).reduce<StrategyChoice[]>(toggleChoice, []);
  return choices.flatMap((choice) => {
    const info = infoOf(choice.id, strategies);
    return info ? [{ choice, info }] : [];
  });
}

/** A strategy's description; null if the server does not have it. */
export const infoOf = (id: string | null, strategies: readonly StrategyAnswer[]): StrategyAnswer | null =>
  id === OWN_RECIPE_INFO.id ? OWN_RECIPE_INFO : (strategies.find((strategy) => strategy.id === id) ?? null);
