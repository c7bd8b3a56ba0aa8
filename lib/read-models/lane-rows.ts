import type { CacheAnalysis } from "../pipeline/analyze-cache";
import type { Analysis } from "../pipeline/analyze-session";
import { type CacheLane, toCacheLanes } from "./cache-lanes";

/** What the lanes need of one request besides its `RequestRow`, in tokens; null if unknown. */
export type LaneRow = {
  /** Where tools and system prompt end, which the log may not hold. */
  readonly head: number;
  /** Where the previous prompt of its chain ends, if this one continues it. */
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
