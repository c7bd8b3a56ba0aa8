import { type StrategyChoice, toggleChoice } from "@/lib/view-models/compare/strategy-choice";
import type { StrategyAnswer } from "../../../lib/api/schemas/strategy";
import { type Chosen, OWN_RECIPE_INFO } from "./compare-types";

/** Default strategies: ones that need no model and that agents can be set to use, plus our own. */
const FIRST_CHOICES = [
  "winnow",
  "anthropic-clear-tool-uses",
  "opencode-prune",
  "swe-agent-last-n",
  "manus",
  "roo-truncate",
];

/** The strategies in the URL, or the default ones; omits unknown ids. */
export function chosenOf(fromLink: readonly StrategyChoice[] | null, strategies: readonly StrategyAnswer[]): Chosen[] {
  const choices = fromLink ?? FIRST_CHOICES.reduce<StrategyChoice[]>(toggleChoice, []);
  return choices.flatMap((choice) => {
    const info = infoOf(choice.id, strategies);
    return info ? [{ choice, info }] : [];
  });
}

/** A strategy's description; null if the server does not have it. */
export const infoOf = (id: string | null, strategies: readonly StrategyAnswer[]): StrategyAnswer | null =>
  id === OWN_RECIPE_INFO.id ? OWN_RECIPE_INFO : (strategies.find((strategy) => strategy.id === id) ?? null);
