import { BASELINES, type Contender, STRATEGY_ROWS, strategy } from "../evaluation/strategy-rows";

export const CONTENDERS: readonly Contender[] = [...BASELINES, ...STRATEGY_ROWS];
