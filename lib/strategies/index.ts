import { centagentBudget, centagentExternalise } from "./presets/centagent";
import { kiloTruncate } from "./presets/kilo";
import { rooTruncate } from "./presets/roo";
import { sweAgentLastN } from "./presets/swe-agent";
import type { Strategy } from "./strategy";

/** Every preset. To add one: `presets/<product>.ts`, one line here, a test that calls `checkStrategy`. */
export const STRATEGIES: readonly Strategy[] = [
  centagentExternalise,
  sweAgentLastN,
  centagentBudget,
  rooTruncate,
  kiloTruncate,
];

export function findStrategy(id: string): Strategy | undefined {
  return STRATEGIES.find((strategy) => strategy.id === id);
}
