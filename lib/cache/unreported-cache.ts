import * as z from "zod";
import type { ModelInfo } from "../models/model-info";
import { pricesThen } from "../models/price-at";
import { resolveModel } from "../models/resolve-model";
import type { PromptPrefix } from "../requests/prompt-prefix";
import type { ModelRequest } from "../requests/reconstruct-requests";
import type { Session } from "../transcript/session";
import { UNKNOWN_USAGE } from "../transcript/usage";
import type { CacheReport } from "./cache-break";
import { type CacheRequest, toCacheRequests } from "./cache-request";
import { explainCache, type ModelLookup } from "./explain-cache";
import { lostMoney } from "./lost-money";
import { CACHE_POLICIES, cachePolicyOf, type PolicyId } from "./policies";
import { anthropicBreakpoints } from "./policies/anthropic";
import { idealPrefix } from "./policies/ideal";
import { openaiAuto, openaiFacts } from "./policies/openai";
import type { CacheOutcome, CachePolicy } from "./policies/policy";
import { usageOf } from "./price-outcome";
import { simulateCache } from "./simulate-cache";
import { FIVE_MINUTES } from "./time-to-live";

/** Policies that use the model's entry lifetime, each with its default for models without one. */
const LIFE_WITHOUT_MODEL: ReadonlyMap<string, number> = new Map([
  [anthropicBreakpoints.id, FIVE_MINUTES],
  [openaiAuto.id, openaiFacts.ttl],
]);

/** Lifetime of a cache entry in seconds under a policy's default options; infinite if entries never expire. */
function entryLife({ id, options }: CachePolicy, model: ModelInfo | null): number {
  const fixed = options.ttl && z.safeParse(options.ttl, undefined).data;
  if (typeof fixed === "number") return fixed;
  const assumed = LIFE_WITHOUT_MODEL.get(id);
  return assumed === undefined ? Number.POSITIVE_INFINITY : (model?.cache.defaultTtlSeconds ?? assumed);
}

/** Whether the log reports cache reads for any request. */
export const reportsCache = (requests: readonly Pick<ModelRequest, "usage">[]): boolean =>
  requests.some(({ usage }) => usage !== null && usage.cacheRead !== null);

/** Policies a reader may choose: all that need no reported usage. */
export const READER_POLICIES: readonly CachePolicy<PolicyId>[] = CACHE_POLICIES.filter((policy) => policy.isStructural);

/**
 * The policy of the model's provider or, without one, the ideal prefix, which is the most that any cache could read.
 */
export const defaultPolicy = (model: ModelInfo | null): CachePolicy<PolicyId> => cachePolicyOf(model) ?? idealPrefix;

/** What a cache under one policy would have done with the requests of a session whose log has no cache figures. */
export type SimulatedRun = {
  readonly policy: CachePolicy<PolicyId>;
  /** By request position. Each outcome sums to the prompt. */
  readonly outcomes: readonly CacheOutcome[];
  /** Breaks, found and explained as if the outcomes had been reported. */
  readonly report: CacheReport;
  /** The requests with simulated usage, for the break cards. */
  readonly requests: readonly CacheRequest[];
};

export type UnreportedSession = {
  readonly session: Session;
  readonly requests: readonly ModelRequest[];
  readonly prefixes: readonly PromptPrefix[];
  /** Tokens of each answer, by request position; null if unknown. */
  readonly outputs: readonly (number | null)[];
};

/** Simulates each policy over all requests. Linear in blocks and requests per policy. */
export function simulateUnreported(
  unreported: UnreportedSession,
  policies: readonly CachePolicy<PolicyId>[] = READER_POLICIES,
): SimulatedRun[] {
  const requests = toCacheRequests(unreported.requests, unreported.prefixes);
  return policies.map((policy) => simulateRun(unreported, requests, policy));
}

function simulateRun(
  { session, requests, prefixes, outputs }: UnreportedSession,
  cacheRequests: readonly CacheRequest[],
  policy: CachePolicy<PolicyId>,
): SimulatedRun {
  // Let caches that keep answers read every answer that the next prompt repeats. Otherwise some policy could beat the
  // ideal prefix.
  const simulated = simulateCache(cacheRequests, policy, { reuseOutputs: true });
  const outcomes = simulated.outcomes.map((outcome, at) => outcome ?? nothingRead(cacheRequests[at] as CacheRequest));
  const served = requests.map((request, at) => ({ ...request, usage: ledgerUsage(outcomes[at] as CacheOutcome) }));
  const report = explainCache(served, session, rulesOf(policy), prefixes);
  const usages = outcomes.map((outcome, at) => usageOf(outcome, outputs[at] ?? null));
  const breaks = report.breaks.map((entry) => {
    const model = resolveModel(requests[entry.request]?.model ?? null);
    const usage = usages[entry.request] ?? null;
    return {
      ...entry,
      lostCost: lostMoney(entry.lostTokens, usage, pricesThen(model, requests[entry.request]?.startedAt)),
    };
  });
  return {
    policy,
    outcomes,
    report: { ...report, breaks, unloggedCalls: [] },
    requests: cacheRequests.map((request, at) => ({ ...request, usage: usages[at] ?? null })),
  };
}

const nothingRead = ({ leaf }: CacheRequest): CacheOutcome => ({
  read: 0,
  written: 0,
  written1h: 0,
  uncached: leaf.tokens,
});

/**
 * The outcome in the form of reported usage, with everything that stays cached counted as written. If reading is
 * random, the maximum is used, because bad luck is not a break.
 */
function ledgerUsage({ read, written, uncached, range }: CacheOutcome) {
  const most = range?.high ?? read;
  const kept = written > 0 ? written : read + uncached - most;
  return {
    ...UNKNOWN_USAGE,
    cacheRead: most,
    cacheWriteUnsplit: kept,
    uncachedInput: read + written + uncached - most - kept,
  };
}

/** The models with this policy's rules, so that evidence refers to its minimum and entry lifetime. */
const rulesOf =
  (policy: CachePolicy<PolicyId>): ModelLookup =>
  (name) => {
    const model = resolveModel(name);
    const minimumTokens = model?.cache.policy === policy.id ? model.cache.minimumTokens : null;
    const cache = { policy: policy.id, minimumTokens, defaultTtlSeconds: entryLife(policy, model) };
    return { ...(model ?? UNKNOWN_MODEL), cache };
  };

const UNKNOWN_MODEL: Omit<ModelInfo, "cache"> = {
  id: "unknown",
  provider: "unknown",
  title: "unknown",
  aliases: [],
  window: null,
  extendedWindow: null,
  maxOutput: null,
  tokenizer: "generic",
  prices: null,
  releaseDate: null,
  sources: [],
};
