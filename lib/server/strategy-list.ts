import { findStrategy, STRATEGIES } from "@/lib/strategies";
import { type StrategyInfo, toStrategyInfo } from "@/lib/strategies/strategy-info";
import { Problem } from "./problem";

export const listStrategies = (): StrategyInfo[] => STRATEGIES.map(toStrategyInfo);

export function loadStrategy(id: string): StrategyInfo {
  const strategy = findStrategy(id);
  if (strategy) return toStrategyInfo(strategy);
  throw new Problem(404, "no-such-strategy", "there is no strategy with that id; see GET /api/strategies");
}
