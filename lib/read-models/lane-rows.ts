import { moneyAnswer } from "../api/answers/money";
import type { Money } from "../api/schemas/fields";
import type { CacheBreak } from "../cache/cache-break";
import type { CacheLine } from "../cache/cache-lines";
import type { Divergence } from "../cache/divergence";
import type { RequestEconomics } from "../cache/economics";
import type { CacheOutcome } from "../cache/policies/policy";
import type { CacheAnalysis } from "../pipeline/analyze-cache";
import type { Analysis } from "../pipeline/analyze-session";
import { cacheWritten, type Usage } from "../transcript/usage";
import { breakEvidence } from "./words/break-evidence";

/** A request's data for a lane, in addition to its `RequestRow`. Tokens; null if unknown. */
export type LaneRow = {
  /** End of tools and system prompt, which may be unlogged. */
  readonly head: number;
  /** End of the chain's previous prompt, if this one continues it. */
  readonly previous: number | null;
  /** Simulated reads. */
  readonly optimum: number | null;
  readonly realistic: number | null;
  readonly calibrated: number | null;
  readonly cost_perfect_cache: number | null;
};

/** One row per request, in request order, by agent. */
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

/** `opaque`: the log has no cache figures for the stretch. */
type LaneState = "read" | "written" | "uncached" | "opaque";

/** A stretch of a prompt, in tokens from its start. */
type LaneSegment = { readonly state: LaneState; readonly from: number; readonly to: number };

/** A request on the Cache page: a bar of its prompt to scale. */
type CacheLane = {
  /** Index over all requests of the session, as in `RequestRow`. */
  readonly index: number;
  readonly index_in_agent: number;
  readonly agent: string;
  readonly model: string | null;
  readonly started_at: string | null;
  readonly prompt_tokens: number;
  /** In prompt order, without gaps, from 0 to `prompt_tokens`. */
  readonly segments: readonly LaneSegment[];
  /**
   * End of tools and system prompt in this prompt, and of the chain's previous prompt; null if this prompt does not
   * contain it.
   */
  readonly boundaries: { readonly head: number; readonly previous: number | null };
  readonly expected_read: number | null;
  readonly follows_unlogged_call: boolean;
  readonly simulated: Readonly<Record<CacheLine["id"], LaneOutcome | null>>;
  readonly cost: Money | null;
  readonly cost_without_cache: Money | null;
  readonly cost_perfect_cache: Money | null;
  readonly break: LaneBreak | null;
};

type LaneOutcome = { readonly read: number; readonly written: number; readonly uncached: number };

type LaneBreak = Pick<CacheBreak, "cause" | "letter" | "confidence"> & {
  readonly evidence: readonly string[];
  readonly is_expected: boolean;
  readonly lost_tokens: number;
  readonly lost_cost: Money | null;
  readonly divergence: Divergence | null;
};

/** One lane per request. */
export function toCacheLanes(analysis: Analysis, cache: CacheAnalysis): CacheLane[] {
  const breaks = new Map(analysis.cache.breaks.map((entry) => [entry.request, entry]));
  const unlogged = new Set(analysis.cache.unloggedCalls);
  const boundaries = boundariesOf(cache);
  return analysis.requests.map((request, position): CacheLane => {
    const { index, indexInAgent, model, startedAt, promptTokens, usage } = request;
    return {
      index,
      index_in_agent: indexInAgent,
      agent: request.agent,
      model,
      started_at: startedAt ?? null,
      prompt_tokens: promptTokens.tokens,
      segments: segmentsOf(usage, promptTokens.tokens),
      boundaries: boundaries[position] as CacheLane["boundaries"],
      expected_read: analysis.cache.expectedRead[index] ?? null,
      follows_unlogged_call: unlogged.has(index),
      simulated: simulatedAt(cache.lines, position),
      ...costsOf(cache.economics.requests[position]),
      break: toLaneBreak(breaks.get(index)),
    };
  });
}

/** Segments as reported in the log: read, then written, then plain input. */
function segmentsOf(usage: Usage | null, prompt: number): LaneSegment[] {
  if (usage === null || usage.cacheRead === null) return [{ state: "opaque", from: 0, to: prompt }];
  const read = Math.min(usage.cacheRead, prompt);
  const written = Math.min(read + (cacheWritten(usage) ?? 0), prompt);
  const all: LaneSegment[] = [
    { state: "read", from: 0, to: read },
    { state: "written", from: read, to: written },
    { state: "uncached", from: written, to: prompt },
  ];
  return all.filter(({ from, to }) => to > from);
}

function boundariesOf({ requests }: CacheAnalysis): CacheLane["boundaries"][] {
  const last = new Map<string, (typeof requests)[number]>();
  return requests.map((request) => {
    const key = `${request.agent}\n${request.model ?? ""}`;
    const previous = last.get(key)?.leaf;
    last.set(key, request);
    let node: (typeof request)["leaf"] | null = request.leaf;
    // Nodes may be empty, so the previous end is searched for among nodes of the same size.
    while (node !== null && previous !== undefined && node !== previous && node.tokens >= previous.tokens)
      node = node.parent;
    const isContinued = previous !== undefined && node === previous;
    return { head: request.head?.tokens ?? 0, previous: isContinued ? previous.tokens : null };
  });
}

const simulatedAt = (lines: readonly CacheLine[], position: number): CacheLane["simulated"] => {
  const at = (id: CacheLine["id"]) => toOutcome(lines.find((line) => line.id === id)?.outcomes[position] ?? null);
  return { optimum: at("optimum"), realistic: at("realistic"), calibrated: at("calibrated") };
};

const toOutcome = (outcome: CacheOutcome | null): LaneOutcome | null =>
  outcome && { read: outcome.read, written: outcome.written, uncached: outcome.uncached };

function costsOf(row: RequestEconomics | undefined) {
  return {
    cost: moneyAnswer(row?.reported ?? null),
    cost_without_cache: moneyAnswer(row?.withoutCache ?? null),
    cost_perfect_cache: moneyAnswer(row?.perfectCache ?? null),
  };
}

function toLaneBreak(entry: CacheBreak | undefined): LaneBreak | null {
  if (entry === undefined) return null;
  const { cause, letter, confidence, evidence, isExpected, lostTokens, lostCost, divergence } = entry;
  const lost = { lost_tokens: lostTokens, lost_cost: moneyAnswer(lostCost) };
  const sentences = evidence.map((fact) => breakEvidence(fact));
  return { cause, letter, confidence, evidence: sentences, is_expected: isExpected, ...lost, divergence };
}
