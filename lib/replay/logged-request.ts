import type { CacheReport } from "../cache/cache-break";
import type { ModelInfo } from "../models/model-info";
import { resolveModel } from "../models/resolve-model";
import type { ModelRequest } from "../requests/reconstruct-requests";
import type { Session } from "../transcript/session";
import { cacheWritten } from "../transcript/usage";

/** What a replay takes from the log for one request. */
export type LoggedRequest = {
  readonly request: ModelRequest;
  readonly model: ModelInfo | null;
  /** Prompt tokens that no message holds: system prompt and tools that the log lacks. */
  readonly fixed: number;
  /** Share of what should have been read that was: below 1 after a pause, a switch or an eviction. */
  readonly warmth: number;
  /** Share of what was not read that was written to the cache; null: no write counter. */
  readonly writtenShare: number | null;
  /** The client compacted between the request before and this one. */
  readonly isCompacted: boolean;
  /** What had been cached was not read, because the log's own edits had changed it. */
  readonly brokeCache: boolean;
  /** The log may hold only a part of what the model wrote. */
  readonly isOutputFloor: boolean;
};

/** Breaks that the log's own edits of the history caused: another policy would not have had them. */
const OWN_EDITS = new Set(["compaction", "history-edit"]);

export type LoggedInput = {
  readonly session: Session;
  readonly requests: readonly ModelRequest[];
  readonly cache: CacheReport;
  /** Requests whose output is a lower bound. */
  readonly outputFloors: ReadonlySet<number>;
};

/** The requests of one agent, in order. */
export function loggedRequests(
  { session, requests, cache, outputFloors }: LoggedInput,
  agent: string,
  modelOf: (model: string | null) => ModelInfo | null = resolveModel,
): LoggedRequest[] {
  const compacted = compactedRequests(session, requests, agent);
  const causes = new Map(cache.breaks.map(({ request, cause }) => [request, cause]));
  const models = new Map<string | null, ModelInfo | null>();
  return requests
    .filter((request) => request.agent === agent)
    .map((request) => ({
      request,
      model: onceEach(models, request.model, modelOf),
      fixed: request.composition.unseen + request.composition.tools,
      warmth: OWN_EDITS.has(causes.get(request.index) ?? "")
        ? 1
        : warmthOf(request, cache.expectedRead[request.index] ?? null),
      writtenShare: writtenShareOf(request),
      isCompacted: compacted.has(request.index),
      brokeCache: OWN_EDITS.has(causes.get(request.index) ?? ""),
      isOutputFloor: outputFloors.has(request.index),
    }));
}

function onceEach<K, V>(known: Map<K, V>, key: K, make: (key: K) => V): V {
  if (!known.has(key)) known.set(key, make(key));
  return known.get(key) as V;
}

/** The first request behind each compaction of the agent. */
function compactedRequests({ events }: Session, requests: readonly ModelRequest[], agent: string): Set<number> {
  const places = events.filter((event) => event.type === "compaction" && event.agent === agent);
  const found = new Set<number>();
  let next = 0;
  for (const { index, span, agent: owner } of requests) {
    if (owner !== agent) continue;
    for (; next < places.length && (places[next] as { atMessage: number }).atMessage <= span.end; next += 1)
      found.add(index);
  }
  return found;
}

function warmthOf({ usage }: ModelRequest, expected: number | null): number {
  const read = usage?.cacheRead ?? null;
  if (read === null || expected === null) return 1;
  if (expected === 0) return read === 0 ? 0 : 1; // nothing was left of it after a pause
  return Math.min(1, read / expected);
}

function writtenShareOf({ usage }: ModelRequest): number | null {
  const written = usage && cacheWritten(usage);
  if (usage === null || written === null) return null;
  const fresh = written + (usage.uncachedInput ?? 0);
  return fresh === 0 ? 0 : written / fresh;
}
