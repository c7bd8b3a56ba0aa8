import type { CacheReport } from "../cache/cache-break";
import type { ModelInfo, Prices } from "../models/model-info";
import { modelPricesAt } from "../models/price-at";
import { resolveModel } from "../models/resolve-model";
import type { ModelRequest } from "../requests/reconstruct-requests";
import type { Session, SessionEvent } from "../transcript/session";
import { cacheWritten, oneHourShare } from "../transcript/usage";
import { CachedTokens } from "./cached-tokens";

/** A request's log data, for a replay. Sizes are in tokens. */
export type LoggedRequest = {
  readonly request: ModelRequest;
  readonly model: ModelInfo | null;
  /** Prices at the time of the request; null if the model or its prices are unknown. */
  readonly prices: Prices | null;
  /** The one-hour share of the model's writes in this session; null if not in the log. */
  readonly oneHour: number | null;
  /**
   * Prompt tokens outside any message: unlogged system prompt and tools. Excludes what the client added because it had
   * compacted (files, its plan), which a policy that did not compact would not have sent.
   */
  readonly fixed: number;
  /** Prompt tokens beyond those of the logged messages; negative if the client sent fewer. */
  readonly unlogged: number;
  /**
   * Growth of `unlogged` since the previous request, apart from the client's own edits. Positive: content that the
   * client added to its messages without logging it. Negative: logged content that it no longer sends, such as the
   * reasoning of earlier turns.
   */
  readonly drift: number;
  /** Share of the cached tokens that the log read: below 1 after a pause, a change of tools or an eviction. */
  readonly warmth: number;
  /** Tokens read although the log's requests had not written them, because other conversations had sent them. */
  readonly readBeyond: number;
  /** Share of the unread tokens written to the cache; null without a write counter. */
  readonly writtenShare: number | null;
  /** The client compacted between the previous request and this one. */
  readonly isCompacted: boolean;
  /** The client compacted or cleared tool outputs, so the prompt did more than grow. */
  readonly isEdited: boolean;
  /** Cached tokens were not read because the log's own edits had changed the prompt. */
  readonly brokeCache: boolean;
  /** True if the log may contain only part of the output, which makes its count a lower bound. */
  readonly isOutputFloor: boolean;
};

/** Break causes that are the log's own edits of the history. */
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
  const compacted = requestsBehind(["compaction"], session, requests, agent);
  const edited = requestsBehind(["compaction", "micro-compaction"], session, requests, agent);
  const causes = new Map(cache.breaks.map(({ request, cause }) => [request, cause]));
  const own = requests.filter((request) => request.agent === agent);
  const models = new Map<string | null, ModelInfo | null>();
  const shares = new Map<string | null, number | null>();
  const oneHourOf = (model: string | null) =>
    oneHourShare(own.filter((request) => request.model === model).map(({ usage }) => usage));
  const ledger = new LogLedger();
  return own.map((request) => {
    const isEdited = edited.has(request.index);
    // A pause empties the cache under every policy, even if the client compacted during it.
    const isForgiven = isEdited && cache.expectedRead[request.index] !== 0;
    return {
      request,
      model: onceEach(models, request.model, modelOf),
      prices: modelPricesAt(request.model, request.startedAt),
      oneHour: onceEach(shares, request.model, oneHourOf),
      ...ledger.next(request, isEdited, isForgiven),
      writtenShare: writtenShareOf(request),
      isCompacted: compacted.has(request.index),
      isEdited,
      brokeCache: OWN_EDITS.has(causes.get(request.index) ?? ""),
      isOutputFloor: outputFloors.has(request.index),
    };
  });
}

/** Follows the log by a replay's rules, so that a policy sending the log's own prompts gets the log's own counters. */
class LogLedger {
  readonly #cached = new CachedTokens();
  #unlogged: number | null = null;
  #reinjected = 0;

  next(
    request: ModelRequest,
    isEdited: boolean,
    isForgiven: boolean,
  ): Pick<LoggedRequest, "fixed" | "unlogged" | "drift" | "warmth" | "readBeyond"> {
    const { usage, promptTokens, model, composition, excess } = request;
    const unlogged = composition.unseen + composition.tools - excess;
    const growth = this.#unlogged === null ? 0 : unlogged - this.#unlogged;
    // Unlogged content that grew with a compaction is what the client added after it.
    if (isEdited) this.#reinjected = Math.max(0, growth + this.#reinjected);
    this.#unlogged = unlogged;
    const read = usage?.cacheRead ?? null;
    const readable = this.#cached.readable(model, promptTokens.tokens);
    this.#cached.settle(model, { prompt: promptTokens.tokens, read, written: usage && cacheWritten(usage) });
    return {
      fixed: Math.max(0, unlogged - this.#reinjected),
      unlogged,
      drift: isEdited ? 0 : growth,
      warmth: isForgiven || read === null ? 1 : readable === 0 ? 0 : Math.min(1, read / readable),
      readBeyond: isForgiven || read === null ? 0 : Math.max(0, read - readable),
    };
  }
}

function onceEach<K, V>(known: Map<K, V>, key: K, make: (key: K) => V): V {
  if (!known.has(key)) known.set(key, make(key));
  return known.get(key) as V;
}

type OwnEdit = Extract<SessionEvent["type"], "compaction" | "micro-compaction">;

/** The agent's first request after each event of the given types. */
function requestsBehind(
  types: readonly OwnEdit[],
  { events }: Session,
  requests: readonly ModelRequest[],
  agent: string,
): Set<number> {
  const places = events.filter(({ type, agent: owner }) => owner === agent && types.some((wanted) => wanted === type));
  const found = new Set<number>();
  let next = 0;
  for (const { index, span, agent: owner } of requests) {
    if (owner !== agent) continue;
    for (; next < places.length && (places[next] as { atMessage: number }).atMessage <= span.end; next += 1)
      found.add(index);
  }
  return found;
}

function writtenShareOf({ usage }: ModelRequest): number | null {
  const written = usage && cacheWritten(usage);
  if (usage === null || written === null) return null;
  const fresh = written + (usage.uncachedInput ?? 0);
  return fresh === 0 ? 0 : written / fresh;
}
