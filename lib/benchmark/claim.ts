import { sayingOf } from "../evaluation/sample-size";
import { formatCount } from "../wording/number-format";
import { type Figure, isBroken, type StrategyResult } from "./results";

/** If less than this share of needed facts is kept, the sentence states the loss next to the saving. */
const FORGETS_BELOW = 0.95;

/**
 * One sentence that says whether a strategy saves money on the measured sessions. It identifies re-implementations as
 * such.
 */
export function claimOf(strategy: StrategyResult): string {
  const { id, kind, figures } = strategy;
  const { cost } = figures.whole;
  const by = kind === "preset" && id !== "winnow" ? ", by our re-implementation" : "";
  const sessions = formatCount(cost.sessions, "session");
  if (cost.value === null) return `${id}: unknown${by}, because no session reports its cost.`;
  if (isBroken(strategy)) return `${id}: unknown, all ${figures.calls} calls failed.`;
  if (figures.applied === 0) return `${id}: it changed nothing${by} on these ${sessions}.`;
  if (sayingOf({ sessions: cost.sessions }) === "nothing") return `${id}: ${sessions}${by}, too few for an answer.`;
  const range = rangeOf(cost);
  if (cost.low !== null && cost.low > 1)
    return `${id}: No${by}: these ${sessions} would have cost ${percent(cost.value - 1)} more than their logs (${range}).`;
  if (cost.high === null || cost.high >= 1)
    return `${id}: No clear effect${by} on the cost of these ${sessions}: ${changeOf(cost.value)} (${range}).`;
  const saving = `these ${sessions} would have cost ${percent(1 - cost.value)} less than their logs (${range})`;
  const { value: kept } = figures.cuts.needed_kept;
  return kept !== null && kept < FORGETS_BELOW
    ? `${id}: Yes, but it forgets${by}: ${saving}, and ${Math.round(100 * (1 - kept))} of 100 needed facts are gone at a late cut.`
    : `${id}: Yes${by}: ${saving}.`;
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
const changeOf = (cost: number): string => `${cost > 1 ? "+" : "−"}${percent(Math.abs(cost - 1))}`;
const rangeOf = ({ low, high }: Figure): string =>
  low === null || high === null ? "no interval" : `${changeOf(low)} to ${changeOf(high)}`;
