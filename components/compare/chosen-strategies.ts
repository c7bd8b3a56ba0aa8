import { type StrategyChoice, toggleChoice } from "@/lib/view-models/strategy-choice";
import type { Chosen, StrategyInfo } from "./compare-types";

/** What a newcomer compares: one of each kind that needs no model. */
const FIRST_CHOICES = ["swe-agent-last-n", "centagent-externalise", "kilo-truncate"];

/** The choice of the link, or the first one; what the server does not know is left out. */
export function chosenOf(fromLink: readonly StrategyChoice[] | null, strategies: readonly StrategyInfo[]): Chosen[] {
  const choices = fromLink ?? FIRST_CHOICES.reduce<StrategyChoice[]>(toggleChoice, []);
  return choices.flatMap((choice) => {
    const info = strategies.find((strategy) => strategy.id === choice.id);
    return info ? [{ choice, info }] : [];
  });
}
