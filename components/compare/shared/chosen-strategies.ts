import { type StrategyChoice, toggleChoice } from "@/lib/view-models/compare/strategy-choice";
import type { StrategyAnswer } from "../../../lib/api/schemas/strategy";
import { type Chosen, OWN_RECIPE_INFO } from "./compare-types";

/** The strategies before the reader chooses any: ways that need no model and that an agent can be set to use, with our own. */
const FIRST_CHOICES = [
  "winnow",
  "anthropic-clear-tool-uses",
  "opencode-prune",
  "swe-agent-last-n",
  "manus",
  "roo-truncate",
];

/** The strategies that the URL names, or the first choices; ids that the server does not know are left out. */
export function chosenOf(fromLink: readonly StrategyChoice[] | null, strategies: readonly StrategyAnswer[]): Chosen[] {
  const choices = fromLink ?? FIRST_CHOICES.reduce<StrategyChoice[]>(toggleChoice, []);
  return choices.flatMap((choice) => {
    const info = infoOf(choice.id, strategies);
    return info ? [{ choice, info }] : [];
  });
}

/** The description of a strategy; null if the server does not know it. */
export const infoOf = (id: string | null, strategies: readonly StrategyAnswer[]): StrategyAnswer | null =>
  id === OWN_RECIPE_INFO.id ? OWN_RECIPE_INFO : (strategies.find((strategy) => strategy.id === id) ?? null);
