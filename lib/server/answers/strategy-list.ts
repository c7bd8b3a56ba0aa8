import { strategyAnswer } from "@/lib/api/answers/strategy";
import { Problem } from "@/lib/api/problem";
import type { StrategyAnswer } from "@/lib/api/schemas/strategy";
import { findStrategy, STRATEGIES } from "@/lib/strategies";

export const listStrategies = (): StrategyAnswer[] => STRATEGIES.map(strategyAnswer);

/**
 * The strategies as plain JSON for a page's props, because zod's JSON Schemas have a prototype that React cannot
 * send.
 */
export const listPlainStrategies = (): StrategyAnswer[] =>
  JSON.parse(JSON.stringify(listStrategies())) as StrategyAnswer[];

export function loadStrategy(id: string): StrategyAnswer {
  const strategy = findStrategy(id);
  if (strategy) return strategyAnswer(strategy);
  throw new Problem(404, "no-such-strategy", "there is no strategy with that id; see GET /api/strategies");
}
