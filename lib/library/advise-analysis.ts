import { FEWEST_REQUESTS } from "../advice/advise";
import type { Candidate, Family } from "../advice/candidate";
import { DEFAULT_FAMILIES, sharedPolicies } from "../advice/families";
import type { SearchSpace } from "../advice/search";
import { measureSession, type SearchRun, searchSession } from "../advice/search-session";
import { settingClientOf } from "../advice/settings/setting-for";
import { earliestTrigger } from "../advice/terms";
import { adviceSummary, type MeasuredAdvice } from "../api/answers/advice";
import { Problem } from "../api/problem";
import type { AdviceLeftOut, AdviceSummary, AdviseBody } from "../api/schemas/advise";
import type { Analysis } from "../pipeline/analyze-session";
import { toCompactionRows } from "../read-models/compactions";
import { windowUse } from "../read-models/context-window";
import { prepareReplay } from "../replay/prepare-replay";
import { findStrategy } from "../strategies";
import { adviceSentence } from "../view-models/advice/advice-sentence";
import { english } from "../wording/say";
import { type ReplaySurroundings, replayEnvironments } from "./replay-environments";

/** Either the policies, the same for all sessions of a run, or the search space for one session. */
export type AdvicePolicies = readonly Candidate[] | Omit<SearchSpace, OfSession>;
type OfSession = "peak" | "earliest" | "start" | "room";

/** A session with its policies' outcomes, or why it is not weighed. */
export type MeasureOutcome =
  | { readonly ok: true; readonly measured: MeasuredAdvice }
  | ({ readonly ok: false } & Pick<AdviceLeftOut, "code" | "message">);

/** A search's progress and its measurements so far. */
export type MeasureProgress = {
  readonly search: { readonly round: number; readonly done: number; readonly of: number };
  readonly measured: MeasuredAdvice;
};

/**
 * Minimum number of facts per request that the agent uses again. Of 78 real sessions, 77 have at least 0.25. The
 * exception has none, because its calls and results are redacted.
 */
const FEWEST_FACTS = 0.1;

const FAULTS = {
  "no-usage": "the log has no token counts from the provider, or its models have no known price",
  "no-cache-counters": "the log does not report cache reads",
  "no-content": "calls and results are redacted or missing, so what a policy would forget cannot be seen",
} as const;

/** Replays an analysed session's main agent under the policies to be weighed. `id`: its name in the answer. */
export function measureForAdvice(
  { id, analysis }: { readonly id: string; readonly analysis: Analysis },
  policies: AdvicePolicies,
  surroundings: ReplaySurroundings,
  onProgress: (progress: MeasureProgress) => void = () => {},
): MeasureOutcome {
  const own = analysis.requests.filter(({ agent }) => agent === "main");
  if (own.length < FEWEST_REQUESTS)
    return leftOut(
      "too-short",
      english("{count} requests; at least {least} are needed", { count: own.length, least: FEWEST_REQUESTS }),
    );
  const { window, environmentOf } = replayEnvironments(analysis, "main", surroundings);
  const { trigger } = windowUse(analysis.session, analysis.requests, "main");
  const sizes = own.map(({ promptTokens }) => promptTokens.tokens);
  const peak = Math.max(...sizes);
  const { client, format } = analysis.session;
  const session = {
    id,
    client: client ?? format,
    setting_client: settingClientOf(client ?? format),
    requests: own.length,
    peak_prompt_tokens: peak,
    window,
    compacts_at: compactsAt(analysis) ?? trigger,
  };
  const prepared = prepareReplay(analysis, { environmentOf });
  const run: SearchRun = {
    prepared,
    onProgress: ({ found, ...search }) => onProgress({ search, measured: { session, ...found } }),
  };
  const start = Math.min(...sizes);
  const space = { peak, earliest: earliestTrigger(window, peak), start, room: Math.max(0, (window ?? peak) - start) };
  const search = isSpace(policies) ? searchSession({ ...policies, ...space }, run) : measureSession(policies, run);
  if (typeof search === "string") return leftOut(search, FAULTS[search]);
  if (prepared.usedFacts.count() < FEWEST_FACTS * own.length) return leftOut("no-content", FAULTS["no-content"]);
  return { ok: true, measured: { session, ...search } };
}

/** The smallest prompt that the client compacted automatically, as shown on every page; null if it never did. */
function compactsAt(analysis: Analysis): number | null {
  const prompts = toCompactionRows(analysis).flatMap(({ trigger, before }) => (trigger === "auto" && before) || []);
  return prompts.length === 0 ? null : Math.min(...prompts);
}

const isSpace = (policies: AdvicePolicies): policies is Omit<SearchSpace, OfSession> => !Array.isArray(policies);
const leftOut = (code: AdviceLeftOut["code"], message: string) => ({ ok: false, code, message }) as const;

/** The strategies in a body, or the default ones. Throws a 422 `unknown-strategy`. */
export function familiesOf({ strategies }: AdviseBody): readonly Family[] {
  if (!strategies) return DEFAULT_FAMILIES;
  return strategies.map((id, index): Family => {
    if (findStrategy(id)) return { id, recipe: id };
    throw new Problem(422, "unknown-strategy", `there is no strategy called ${id}; see GET /api/strategies`, {
      errors: [{ pointer: `$.strategies[${index}]`, detail: "see GET /api/strategies" }],
    });
  });
}

/** Prices of a lost fact for which a search finds the best policy, in US dollars. */
const SEARCHED_PRICES = [0, 0.02, 0.05, 0.2];

/** The policies of a run. Several sessions share the same ones; a single session is searched. */
export function policiesOf(body: AdviseBody, families: readonly Family[], isSingle: boolean): AdvicePolicies {
  const { latest_trigger: latest, policies: most } = body;
  if (isSingle) return { families, latest, most, prices: pricesOf(body) };
  return sharedPolicies(families, latest).slice(0, most);
}

const pricesOf = ({ price_per_lost_fact: price }: AdviseBody): readonly number[] =>
  price === null ? SEARCHED_PRICES : [...new Set([...SEARCHED_PRICES, price])];

/** The weighed measurements, whose summary an advice run stores. */
export type Weighing = {
  readonly measured: readonly MeasuredAdvice[];
  /** Number of sessions that the advice was requested for; absent: those measured. */
  readonly asked?: number;
  readonly leftOut: readonly AdviceLeftOut[];
  readonly price: number | null;
  /** Maximum number of lost facts per 100 requests; null: the default bound. */
  readonly mostLost: number | null;
  readonly isStopped: boolean;
};

/** The advice with its sentence. */
export const weighAdvice = (weighing: Weighing): AdviceSummary =>
  adviceSummary({
    ...weighing,
    sentence: (advice, { parts, sessions: weighed, policies: replayed }, place) =>
      adviceSentence(advice, {
        parts,
        sessions: weighed.length,
        clients: new Set(weighed.map(({ client }) => client)).size,
        policyOf: (id) => replayed.find((policy) => policy.id === id),
        today: onlyOne(weighed.map(({ compacts_at }) => compacts_at)),
        ...(place === "client" && { place: { client: weighed[0]?.client ?? "" } }),
        ...(place === "winnow" && { place }),
      }),
  });

/** The value that all have; null if they differ. */
const onlyOne = (values: readonly (number | null)[]): number | null =>
  new Set(values).size === 1 ? (values[0] ?? null) : null;
