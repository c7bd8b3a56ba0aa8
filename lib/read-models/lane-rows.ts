import { moneyAnswer } from "../api/answers/money";
import type { CacheLine } from "../cache/cache-lines";
import { chainKey } from "../cache/read-expectation";
import type { CacheAnalysis } from "../pipeline/analyze-cache";

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
export function toLaneRows({ requests, lines, economics }: CacheAnalysis): Map<string, LaneRow[]> {
  const rows = new Map<string, LaneRow[]>();
  const previous = previousEnds(requests);
  requests.forEach(({ agent, head }, position) => {
    const readOf = (id: CacheLine["id"]) => lines.find((line) => line.id === id)?.outcomes[position]?.read ?? null;
    const own = rows.get(agent) ?? [];
    rows.set(agent, own);
    own.push({
      head: head?.tokens ?? 0,
      previous: previous[position] ?? null,
      optimum: readOf("optimum"),
      realistic: readOf("realistic"),
      calibrated: readOf("calibrated"),
      cost_perfect_cache: moneyAnswer(economics.requests[position]?.perfectCache ?? null)?.amount ?? null,
    });
  });
  return rows;
}

/** Where each chain's previous prompt ends in this one; null if this prompt does not contain it. */
function previousEnds(requests: CacheAnalysis["requests"]): (number | null)[] {
  const last = new Map<string, (typeof requests)[number]>();
  return requests.map((request) => {
    const previous = last.get(chainKey(request))?.leaf;
    last.set(chainKey(request), request);
    let node: (typeof request)["leaf"] | null = request.leaf;
    // Nodes may be empty, so the previous end is searched for among nodes of the same size.
    while (node !== null && previous !== undefined && node !== previous && node.tokens >= previous.tokens)
      node = node.parent;
    return previous !== undefined && node === previous ? previous.tokens : null;
  });
}
