import { findStrategy, STRATEGIES } from "@/lib/strategies";
import { type StrategyInfo, toStrategyInfo } from "@/lib/strategies/strategy-info";
import { Problem } from "./problem";

export const listStrategies = (): StrategyInfo[] => STRATEGIES.map(toStrategyInfo);

/** As a property of a page: a JSON Schema of zod carries a hidden prototype, which cannot go to the browser. */
export const listPlainStrategies = (): StrategyInfo[] => JSON.parse(JSON.stringify(listStrategies())) as StrategyInfo[];

export function loadStrategy(id: string): StrategyInfo {
  const strategy = findStrategy(id);
  if (strategy) return toStrategyInfo(strategy);
  throw new Problem(404, "no-such-strategy", "there is no strategy with that id; see GET /api/strategies");
}
