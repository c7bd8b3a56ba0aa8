import type { CacheAnalysis } from "../pipeline/analyze-cache";
import type { Analysis } from "../pipeline/analyze-session";
import { type CacheLane, toCacheLanes } from "./cache-lanes";

/** What the lanes need of one request beside its `RequestRow`; tokens, null where nothing is known. */
export type LaneRow = {
  /** Where the head (tools and system prompt) ends, that the log may not hold. */
  readonly head: number;
  /** Where the prompt before it in its chain ends, if this one goes on with it. */
  readonly previous: number | null;
  /** Simulated reads. */
  readonly optimum: number | null;
  readonly realistic: number | null;
  readonly calibrated: number | null;
  readonly cost_perfect_cache: number | null;
};

/** By agent, in the order of its requests. */
export function toLaneRows(analysis: Analysis, cache: CacheAnalysis): Map<string, LaneRow[]> {
  const rows = new Map<string, LaneRow[]>();
  for (const lane of toCacheLanes(analysis, cache)) {
    const own = rows.get(lane.agent) ?? [];
    own.push(toRow(lane));
    rows.set(lane.agent, own);
  }
  return rows;
}

const toRow = ({ boundaries, simulated, cost_perfect_cache }: CacheLane): LaneRow => ({
  head: boundaries.head,
  previous: boundaries.previous,
  optimum: simulated.optimum?.read ?? null,
  realistic: simulated.realistic?.read ?? null,
  calibrated: simulated.calibrated?.read ?? null,
  cost_perfect_cache: cost_perfect_cache?.amount ?? null,
});
