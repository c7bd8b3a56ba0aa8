import { type Advice, type NoAdvice, promisedBy } from "../../advice/advise";
import { type Candidate, recipeFor } from "../../advice/candidate";
import { type ClientFirst, clientFirst, leading, leadingAt } from "../../advice/client-first";
import { lostPer100 } from "../../advice/curve";
import type { Change } from "../../advice/interval";
import { type Block, type Outcome, wholeBlock } from "../../advice/outcome";
import { shownAtSomePrice } from "../../advice/price-ranges";
import { CLIENT_SETTINGS, settingFor } from "../../advice/settings/setting-for";
import { earliestTrigger, exactly, type LossPrice, type Terms } from "../../advice/terms";
import { isUnset } from "../../advice/winnow-by-default";
import { type LossCase, priceOfLoss } from "../../replay/price-of-loss";
import { recipeId } from "../../strategies/recipe/recipe";
import type { AdviceLeftOut, AdviceSummary, AdviceVerdict, AdvisedPolicy } from "../schemas/advise";
import { dollars, roundAmount } from "./money";

type WeighedSession = AdviceSummary["sessions"][number];

/** What was measured in one session, over its own blocks: the log's outcome and the policies'. */
export type MeasuredAdvice = {
  readonly session: WeighedSession;
  readonly log: Outcome;
  readonly tried: readonly { readonly candidate: Candidate; readonly outcome: Outcome }[];
  /** Number of policies missing from `tried` because they exceeded the window more often than the log. */
  readonly givenUp: number;
  /** What followed each of the log's own compactions. */
  readonly lossCases: readonly LossCase[];
};

/** Who applies the advised policy: the sessions' own client, Winnow in the loop, or any of several clients. */
type AdvicePlace = "client" | "winnow" | "anybody";

export type AdviceInput = {
  readonly measured: readonly MeasuredAdvice[];
  /** Number of sessions the advice was requested for; absent: those measured. */
  readonly asked?: number;
  readonly leftOut: readonly AdviceLeftOut[];
  /** US dollars per lost fact; null: as measured. */
  readonly price: number | null;
  /** Maximum number of lost facts per 100 requests; null: the default limit. */
  readonly mostLost: number | null;
  readonly isStopped: boolean;
  readonly sentence: (
    advice: Advice,
    summary: Omit<AdviceSummary, "verdict" | "in_client" | "with_winnow">,
    place: AdvicePlace,
  ) => string;
};

/**
 * A single session keeps its own blocks. If several sessions were requested, each one is a block, even if only one
 * could be measured. Otherwise that session would get a second recommendation, chosen from other policies, that
 * contradicts its own.
 */
export function adviceSummary({
  measured,
  leftOut,
  price,
  mostLost,
  isStopped,
  sentence,
  ...rest
}: AdviceInput): AdviceSummary {
  const { asked: count = measured.length } = rest;
  const parts = count === 1 && measured.length === 1 ? ("tasks" as const) : ("sessions" as const);
  const log = joined(
    measured.map(({ log }) => log),
    parts,
  );
  const policies = parts === "tasks" ? ownPolicies(measured) : sharedPolicies(measured);
  const outcomes = policies.map(({ outcome }) => outcome);
  const sessions = measured.map(({ session }) => session);
  const own = ownPrice(log, measured);
  const paid = price === null ? own : exactly(price);
  const terms: Terms = { price: paid, mostLost, earliest: earliestOf(sessions), parts };
  const answers = policies.map((tried) => policyAnswer(tried, onlyClient(measured), onlyWindow(measured)));
  const client = settingClientIn(sessions);
  const clientsOf = new Map(answers.map(({ id, clients }) => [id, clients]));
  const isOwn = (id: string) => client !== null && (clientsOf.get(id)?.includes(client) ?? false);
  const givenUp = measured.reduce((sum, session) => sum + session.givenUp, 0);
  const asked = { outcomes, log, givenUp, isOwn };
  const shown = parts === "sessions" && log ? shownAtSomePrice((at) => leadingAt(asked, at), terms) : new Set<string>();
  const summary = {
    parts,
    sessions,
    left_out: leftOut,
    price_per_lost_fact: dollars(paid.amount),
    price_range: { low: dollars(paid.low), high: dollars(paid.high) },
    price_basis: price === null ? own.basis : ("set" as const),
    price_compactions: price === null ? own.compactions : null,
    price_fetches: null,
    most_lost_per_100: mostLost,
    logged: log && { ...outcomeAnswer(log), ...(parts === "sessions" && { session_parts: logParts(measured) }) },
    policies: withSessionParts(answers, { measured, shown }),
    stopped: isStopped,
  };
  const found = clientFirst(asked, terms);
  const verdict = (advice: Advice, place: AdvicePlace) => ({
    ...verdictOf(advice, log),
    sentence: sentence(advice, summary, place),
  });
  const lead = leading(found);
  const place = advicePlace(found, sessions);
  return {
    ...summary,
    verdict: verdict(log === null ? { ...lead, reason: lackOf(leftOut) } : lead, place),
    in_client: found.own && verdict(found.own, "client"),
    with_winnow: found.own === null || found.loop === null ? null : verdict(found.loop, "winnow"),
  };
}

/**
 * Winnow in the loop if the only client has no settings; with several clients, any of them, because each may have
 * settings.
 */
export function advicePlace(found: ClientFirst, sessions: readonly Pick<WeighedSession, "client">[]): AdvicePlace {
  if (found.own !== null) return leading(found) === found.own ? "client" : "winnow";
  return new Set(sessions.map(({ client }) => client)).size === 1 ? "winnow" : "anybody";
}

/** The earliest trigger that may be advised. It must be late enough for the session with the largest window. */
export const earliestOf = (sessions: readonly Pick<WeighedSession, "window" | "peak_prompt_tokens">[]): number =>
  Math.max(0, ...sessions.map(({ window, peak_prompt_tokens: peak }) => earliestTrigger(window, peak)));

/** The client whose settings apply to all of these sessions; null if unknown or mixed. */
export function settingClientIn(sessions: readonly Pick<WeighedSession, "setting_client">[]): string | null {
  const clients = new Set(sessions.map(({ setting_client }) => setting_client));
  const [client = null] = clients;
  return clients.size === 1 ? client : null;
}

/** Why nothing was measured: the reason common to all sessions, if there is one. */
function lackOf(leftOut: readonly AdviceLeftOut[]): NoAdvice {
  const codes = new Set(leftOut.map(({ code }) => code));
  const [code] = codes;
  return codes.size === 1 && code !== undefined && code !== "failed" ? code : "no-usage";
}

type Tried = MeasuredAdvice["tried"][number];

const ownPolicies = (measured: readonly MeasuredAdvice[]): readonly Tried[] => measured[0]?.tried ?? [];

/** The policies measured in every session. */
function sharedPolicies(measured: readonly MeasuredAdvice[]): Tried[] {
  const byId = measured.map(({ tried }) => new Map(tried.map(({ candidate, outcome }) => [candidate.id, outcome])));
  return (measured[0]?.tried ?? []).flatMap(({ candidate }) => {
    const outcomes = byId.flatMap((known) => known.get(candidate.id) ?? []);
    const outcome = outcomes.length === measured.length ? joined(outcomes, "sessions") : null;
    return outcome ? [{ candidate, outcome }] : [];
  });
}

const logParts = (measured: readonly MeasuredAdvice[]) => measured.map(({ log }) => partsAnswer(log.blocks));

type Shown = { readonly measured: readonly MeasuredAdvice[]; readonly shown: ReadonlySet<string> };

/**
 * Only displayed policies keep their figures for the parts of each session, because a saved run with those of all
 * policies would be too large.
 */
const withSessionParts = (policies: readonly AdvisedPolicy[], { measured, shown }: Shown): AdvisedPolicy[] =>
  policies.map((policy) => {
    if (!shown.has(policy.id)) return policy;
    const own = measured.flatMap(({ tried }) => tried.find(({ candidate }) => candidate.id === policy.id) ?? []);
    return { ...policy, session_parts: own.map(({ outcome }) => partsAnswer(outcome.blocks)) };
  });

const partsAnswer = (blocks: readonly Block[]) => ({
  cost: blocks.map(({ cost }) => roundAmount(cost)),
  lost: blocks.map(({ lost }) => lost),
});

function joined(outcomes: readonly Outcome[], parts: AdviceSummary["parts"]): Outcome | null {
  const [first] = outcomes;
  if (!first || parts === "tasks") return first ?? null;
  const most = (pick: (outcome: Outcome) => number) => Math.max(...outcomes.map(pick));
  const sum = (pick: (outcome: Outcome) => number) => outcomes.reduce((total, outcome) => total + pick(outcome), 0);
  return {
    id: first.id,
    trigger: first.trigger,
    blocks: outcomes.map(wholeBlock),
    fired: sum(({ fired }) => fired),
    ...beginningOf(outcomes),
    ...editsOf(outcomes),
    peakPrompt: most(({ peakPrompt }) => peakPrompt),
    overWindow: sum(({ overWindow }) => overWindow),
  };
}

function beginningOf(outcomes: readonly Outcome[]): { readonly began?: number } {
  const began = outcomes.flatMap((outcome) => outcome.began ?? []);
  return began.length === 0 ? {} : { began: Math.min(...began) };
}

function editsOf(outcomes: readonly Outcome[]): Pick<Outcome, "edits"> {
  const known = outcomes.flatMap(({ edits }) => edits ?? []);
  const sum = (of: "all" | "blind") => known.reduce((total, edits) => total + edits[of], 0);
  return known.length < outcomes.length ? {} : { edits: { all: sum("all"), blind: sum("blind") } };
}

/** The price of a lost fact measured in these logs; zero if they have no prices. */
function ownPrice(log: Outcome | null, measured: readonly MeasuredAdvice[]): LossPrice & OwnBasis {
  const whole = log && wholeBlock(log);
  const requestCost = whole && whole.requests > 0 ? whole.cost / whole.requests : 0;
  return priceOfLoss(
    requestCost,
    measured.flatMap((session) => session.lossCases),
  );
}

type OwnBasis = { readonly basis: "logged" | "study"; readonly compactions: number };

const outcomeAnswer = ({ fired, began, edits, peakPrompt, overWindow, blocks }: Outcome) => ({
  fired,
  ...(began !== undefined && { began_tokens: began }),
  ...(edits && { edits }),
  peak_prompt_tokens: peakPrompt,
  over_window: overWindow,
  blocks: blocks.map(({ cost, lost, requests }) => ({ cost: roundAmount(cost), lost, requests })),
});

/** The client of all sessions; null if it is unknown or there are several. */
function onlyClient(measured: readonly MeasuredAdvice[]): string | null {
  const clients = new Set(measured.map(({ session }) => session.client));
  const [client] = clients;
  return clients.size === 1 ? (client ?? null) : null;
}

const policyAnswer = ({ candidate, outcome }: Tried, client: string | null, window: number): AdvisedPolicy => ({
  id: candidate.id,
  strategy: recipeId(recipeFor(candidate.family, client)),
  family: candidate.family.id,
  trigger_tokens: candidate.trigger,
  clients: clientsFor(candidate, window),
  ...outcomeAnswer(outcome),
});

/** Names of the clients with a setting for the policy at this window. */
const clientsFor = (candidate: Candidate, window: number): string[] => {
  const trigger = isUnset(candidate) ? 0 : candidate.trigger;
  const wanted = { strategy: candidate.family.recipe, trigger, floor: null, window };
  return CLIENT_SETTINGS.filter(({ id }) => settingFor(id, wanted).kind === "setting").map(({ id }) => id);
};

/**
 * The window that all sessions share. If it is unknown or they differ, returns one so large that no trigger of a search
 * is too late for it.
 */
function onlyWindow(measured: readonly MeasuredAdvice[]): number {
  const windows = new Set(measured.map(({ session }) => session.window));
  const [window] = windows;
  return windows.size === 1 && window ? window : WIDE_WINDOW;
}

const WIDE_WINDOW = 1_000_000;

function verdictOf(advice: Advice, log: Outcome | null): Omit<AdviceVerdict, "sentence"> {
  const shown = advice.best ?? advice.cheapest;
  return {
    reason: advice.reason,
    policy: shown?.outcome.id ?? null,
    change: shown && changeAnswer(shown.change),
    promised: advice.reason === null && shown ? changeAnswer(promisedBy(advice, shown)) : null,
    held_out: advice.heldOut && changeAnswer(advice.heldOut),
    lost_per_100: shown && rounded(lostPer100(shown.outcome)),
    lost_range: shown && { low: rounded(shown.loss.low), high: rounded(shown.loss.high) },
    most_lost_per_100: log === null ? null : rounded(advice.mostLostPer100),
    logged_lost_per_100: log === null ? null : rounded(advice.logLostPer100),
  };
}

const changeAnswer = ({ share, low, high }: Change) => ({
  share: rounded(share),
  low: rounded(low),
  high: rounded(high),
});
const rounded = (value: number): number => Math.round(value * 1e4) / 1e4;
