import { measureAgreement, type ReadAgreement, readPairs } from "../cache/agreement";
import { type CacheLine, LEAST_AGREEMENT } from "../cache/cache-lines";
import type { CacheAnalysis } from "../pipeline/analyze-cache";
import type { Analysis } from "../pipeline/analyze-session";
import { type BreakCard, toBreakCards } from "./break-cards";
import { type CacheLineRow, type CachePage, toCachePage } from "./cache-page";
import { type FindingChecks, type FindingRow, toFindingChecks, toRiskRows } from "./finding-rows";
import { type LaneRow, toLaneRows } from "./lane-rows";

export type LineId = "ledger" | CacheLine["id"];

/** Reported reads compared with those of one policy, over the whole session. */
export type PolicyRow = {
  readonly id: LineId;
  readonly agreement: number | null;
  readonly transitions: number;
  readonly exact: number;
  /** Σ|error| ÷ Σ reported. */
  readonly mean_error: number | null;
  /** A range if the agreement is below `gate`; null if nothing is priced. */
  readonly cost: CacheLineRow["cost"];
  readonly is_range: boolean;
};

/** Cache data of a whole session, with the risks and checks listed in the answer. */
export type SessionCache = {
  readonly policies: readonly PolicyRow[];
  /** Below this agreement a simulated cost is shown as a range. */
  readonly gate: number;
  readonly totals: CachePage["totals"];
  readonly risks: readonly FindingRow[];
  readonly checks: FindingChecks;
  readonly requests: number;
};

/** An agent's data for Cache besides its request rows. */
export type AgentCache = { readonly lanes: readonly LaneRow[]; readonly breaks: readonly BreakCard[] };

export function toSessionCache(analysis: Analysis, cache: CacheAnalysis): SessionCache {
  const page = toCachePage(cache);
  return {
    policies: [
      toLedgerRow(analysis, cache),
      ...cache.lines.map((line, at) => toPolicyRow(line, page.lines[at], cache)),
    ],
    gate: LEAST_AGREEMENT,
    totals: page.totals,
    risks: toRiskRows(analysis, cache),
    checks: toFindingChecks(analysis, cache),
    requests: analysis.requests.length,
  };
}

/** One per agent, in the given order. */
export function toAgentCaches(analysis: Analysis, cache: CacheAnalysis, agents: readonly string[]): AgentCache[] {
  const lanes = toLaneRows(cache);
  const breaks = toBreakCards(analysis, cache);
  return agents.map((agent) => ({
    lanes: lanes.get(agent) ?? [],
    breaks: breaks.filter((card) => card.agent === agent),
  }));
}

/**
 * Compares reported reads with those that the usage ledger expects: what the previous requests left readable,
 * regardless of what was then read.
 */
function toLedgerRow({ cache: report }: Analysis, { requests }: CacheAnalysis): PolicyRow {
  const pairs = requests.flatMap((request, position) => {
    const [reported, simulated] = [request.usage?.cacheRead ?? null, report.expectedRead[position] ?? null];
    return reported === null || simulated === null ? [] : [{ position, reported, simulated }];
  });
  return { id: "ledger", ...figuresOf(measureAgreement(pairs)), cost: null, is_range: false };
}

function toPolicyRow(line: CacheLine, row: CacheLineRow | undefined, { requests }: CacheAnalysis): PolicyRow {
  const figures = figuresOf(measureAgreement(readPairs(requests, line.outcomes)));
  return { id: line.id, ...figures, cost: row?.cost ?? null, is_range: line.cost?.kind === "range" };
}

const figuresOf = ({ agreement, transitions, exact, meanError }: ReadAgreement) => ({
  agreement,
  transitions,
  exact,
  mean_error: meanError,
});
