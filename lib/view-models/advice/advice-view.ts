import { type Advice, changeInSession, FEWEST_REQUESTS, type SessionChange } from "@/lib/advice/advise";
import { type ClientFirst, clientFirst, leading, leadingAt } from "@/lib/advice/client-first";
import { costOf, lostPer100 } from "@/lib/advice/curve";
import type { Change } from "@/lib/advice/interval";
import { FEWEST_BLOCKS, type Outcome } from "@/lib/advice/outcome";
import { type PriceRange, priceRanges, priceSteps } from "@/lib/advice/price-ranges";
import { type LossPrice, usualBound } from "@/lib/advice/terms";
import type { Weighed } from "@/lib/advice/weigh";
import { isUnset } from "@/lib/advice/winnow-by-default";
import { advicePlace, settingClientIn } from "../../api/answers/advice";
import type { AdviceResult, AdvisedPolicy } from "../../api/schemas/advise";
import { isOwnIn, outcomesOf, sessionOutcomeOf, termsOf } from "../../api/stored-outcomes";
import { joinSentences } from "../../wording/join-sentences";
import { formatMoney, formatPrice, formatTokens, NOT_APPLICABLE_TEXT } from "../../wording/number-format";
import { english, type Say, sentence } from "../../wording/say";
import { type AdviceMark, adviceMarks, type EqualTotal, equalTotalOf } from "./advice-marks";
import { type AdviceScope, adviceSentence, changeWords, isHarm, rankWords } from "./advice-sentence";
import { placeWords, policyName, sessionsNote, strategyWords } from "./advice-words";

export type { AdviceMark } from "./advice-marks";

export type AdviceRow = {
  readonly id: string;
  readonly family: number;
  readonly strategy: string;
  /** `at 60k`. */
  readonly place: string;
  readonly cost: string;
  readonly paid: string;
  readonly change: string;
  readonly tone: "good" | "bad" | "open";
  readonly lost: string;
  readonly fired: string;
  readonly peak: string;
  readonly isAdvised: boolean;
  /** In what respect this policy is the best, if it is shown without advice. */
  readonly rank: string | null;
  /** Why it is not offered, whatever its cost: `may forget too much`; null: it is safe. */
  readonly harm: string | null;
};

export type AdviceView = {
  readonly hasAdvice: boolean;
  /** `no advice`, `the saving is not clear`; null with advice. */
  readonly chip: string | null;
  readonly sentence: string;
  readonly detail: string;
  readonly families: readonly { readonly id: string; readonly strategy: string; readonly name: string }[];
  readonly marks: readonly AdviceMark[];
  readonly log: { readonly cost: number; readonly lost: number } | null;
  /** Costs with the same total as the advised policy; null if nothing was weighed. */
  readonly equalTotal: EqualTotal | null;
  readonly best: AdvisedPolicy | null;
  readonly rank: string | null;
  /** Whether a safe policy in the table costs less than `best`. */
  readonly hasCheaper: boolean;
  readonly knee: string | null;
  /**
   * The second sentence: about Winnow in the loop, or about the lack of a setting in the sessions' own client; null
   * without advice.
   */
  readonly second: { readonly sentence: string; readonly policy: AdvisedPolicy | null } | null;
  /** In lost facts per 100 requests: the maximum for an advised policy, the log's own loss, and the default bound. */
  readonly bound: { readonly most: number; readonly logged: number; readonly usual: number };
  /** `best` first, then the cheapest first. */
  readonly rows: readonly AdviceRow[];
  readonly price: number;
  /** This result's price, if the reader sets none. */
  readonly ownPrice: number;
  readonly priceNote: string;
  /** Selectable prices in US dollars. */
  readonly steps: readonly number[];
  readonly ranges: readonly { readonly from: number; readonly label: string; readonly isNow: boolean }[];
  /** Each session under the shown policy, if there are several. */
  readonly sessions: readonly SessionChangeRow[];
  /** All sessions together under the shown policy; null for one session. */
  readonly together: Change | null;
  /** How many sessions clearly gain and how many do not; empty for one session. */
  readonly sessionsNote: string;
};

/** A session under the shown policy, as shares; `low` and `high` are null if its interval is unknown. */
export type SessionChangeRow = SessionChange & {
  readonly id: string;
  readonly title: string;
  readonly requests: number;
  /** `open`: the interval includes zero or is unknown. */
  readonly tone: "good" | "bad" | "open";
};

/**
 * Prices at which the advice changes, including prices that the reader did not choose. Slower to compute than
 * everything else that depends on a price.
 */
export function adviceRanges(result: AdviceResult, mostLost: number | null = null): readonly PriceRange[] {
  const { log, outcomes } = outcomesOf(result);
  const isWeighable = log !== null && log.blocks.length >= FEWEST_BLOCKS[result.parts];
  const asked = { outcomes, log, isOwn: isOwnIn(result) };
  return isWeighable ? priceRanges((at) => leadingAt(asked, at), termsOf(result, { price: null, mostLost })) : [];
}

/**
 * Advice for a page, weighed at the reader's price of a lost fact (US dollars; null: the result's own) and
 * within the reader's bound of lost facts per 100 requests (null: the default).
 */
export function toAdviceView(
  result: AdviceResult,
  price: number | null,
  ranges: readonly PriceRange[] = adviceRanges(result),
  say: Say = english,
  mostLost: number | null = null,
): AdviceView {
  const { log, outcomes } = outcomesOf(result);
  const ownPrice = result.price_per_lost_fact.amount;
  const terms = termsOf(result, { price, mostLost });
  const paid = terms.price.amount;
  const isOwn = isOwnIn(result);
  const found = clientFirst({ outcomes, log, isOwn }, terms);
  const advice = { ...leading(found), curve: found.all.curve, knee: found.all.knee, weighed: found.all.weighed };
  const clients = clientsIn(result);
  const families = familiesOf(result, say);
  const policyOf = (id: string) => result.policies.find((policy) => policy.id === id);
  const familyOf = (id: string) => {
    const policy = policyOf(id);
    return policy ? families.findIndex((family) => family.id === markFamily(policy)) : -1;
  };
  const triggerOf = (id: string) => policyOf(id)?.trigger_tokens ?? null;
  const shown = advice.best ?? advice.cheapest;
  const best = shown ? (policyOf(shown.outcome.id) ?? null) : null;
  // The stored verdict is shown for every price: it depends on policies that the search left out and did not store.
  const isForEveryPrice = log === null || result.verdict.reason === "over-window";
  const reason = isForEveryPrice ? result.verdict.reason : advice.reason;
  const place = placeOf(found, result);
  const rank = shown && reason !== null ? rankOf(shown, reason, place, say) : null;
  const sessions = result.parts === "sessions" ? sessionsOf(result, best, terms.price) : [];
  return {
    hasAdvice: reason === null,
    chip: chipOf(reason, say),
    sentence: isForEveryPrice
      ? say.known(result.verdict.sentence)
      : adviceSentence(advice, scopeOf(result, place), say),
    detail: detailOf({ advice, log, shown, parts: result.parts }, say),
    families,
    marks: adviceMarks(advice, log, {
      familyOf,
      nameOf: (id) => fullName(policyOf(id), clients, say),
      triggerOf,
      price: paid,
    }),
    log: log && { cost: costOf(log), lost: lostPer100(log) },
    equalTotal: shown && equalTotalOf(shown, paid),
    best,
    rank,
    hasCheaper: shown !== null && advice.weighed.some(({ total, harm }) => total < shown.total && harm === null),
    knee: advice.knee,
    second: log === null ? null : secondOf(found, result, say),
    bound: {
      most: advice.mostLostPer100,
      logged: advice.logLostPer100,
      usual: usualBound(advice.logLostPer100),
    },
    rows: rowsOf(advice, { best, isAdvised: reason === null, rank, clients, policyOf, familyOf }, say),
    price: paid,
    ownPrice,
    priceNote: priceNote(result, price, say),
    steps: priceSteps(ownPrice),
    ranges:
      isForEveryPrice || shown === null
        ? []
        : rangesOf(ranges, (id) => fullName(policyOf(id), clients, say), paid, say),
    sessions,
    together: result.parts === "sessions" ? (shown?.change ?? null) : null,
    sessionsNote: sessionsNote(sessions, say),
  };
}

/**
 * The label of the ringed policy without advice; if it costs less than the log, the sentence explains why it
 * is not advised.
 */
function rankOf(
  shown: Weighed,
  reason: NonNullable<AdviceResult["verdict"]["reason"]>,
  place: AdviceScope["place"],
  say: Say,
): string {
  if (isHarm(reason) || reason === "unsteady") return say("the policy named above");
  return rankWords(shown, place === undefined ? {} : { place }, say);
}

function chipOf(reason: Advice["reason"] | AdviceResult["verdict"]["reason"], say: Say): string | null {
  if (reason === null) return null;
  if (TOO_LITTLE.has(reason)) return say("too few");
  return reason in CHIPS ? say(CHIPS[reason as keyof typeof CHIPS]) : say("no advice");
}

const CHIPS = {
  "forgets-more": sentence("costs less, but it forgets more"),
  "may-forget-more": sentence("costs less, but it may forget too much"),
  "too-early": sentence("costs less, but it cuts too early"),
  "cannot-tell": sentence("the saving is not clear"),
  "not-held-out": sentence("the saving is not clear"),
  unsteady: sentence("costs less, but only at one size"),
} as const;

const clientName = ({ sessions: [first] }: AdviceResult): string => first?.client ?? "";
const clientsIn = ({ sessions }: AdviceResult): number => new Set(sessions.map(({ client }) => client)).size;

/** The subject of the first sentence. */
function placeOf(found: ClientFirst, result: AdviceResult): AdviceScope["place"] {
  const place = advicePlace(found, result.sessions);
  return place === "client" ? { client: clientName(result) } : place === "winnow" ? place : undefined;
}

function secondOf({ own, loop, all }: ClientFirst, result: AdviceResult, say: Say): AdviceView["second"] {
  if (own === null)
    return all.reason === null && clientsIn(result) === 1 && clientName(result) !== ""
      ? { sentence: noSetting(result, say), policy: null }
      : null;
  if (own.reason !== null) return loop && { sentence: whyOwnDiffers(own, result, say), policy: null };
  if (loop === null)
    return { sentence: say("Winnow in the loop is not clearly better than the client's own setting."), policy: null };
  const policy = result.policies.find(({ id }) => id === loop.best?.outcome.id) ?? null;
  return { sentence: adviceSentence(loop, scopeOf(result, "winnow"), say), policy };
}

/**
 * Winnow in the loop can run policies for which the client has no setting. Without this, the two sentences would seem
 * to contradict each other.
 */
function whyOwnDiffers(own: Advice, result: AdviceResult, say: Say): string {
  const client = clientName(result);
  const ownWords = adviceSentence(own, scopeOf(result, { client }), say);
  return joinSentences([say("{client} has no setting for this.", { client }), ownWords], say);
}

function noSetting(result: AdviceResult, say: Say): string {
  const client = { client: clientName(result) };
  return settingClientIn(result.sessions) === null
    ? say("Winnow knows no settings of {client}.", client)
    : say("{client} has no setting for this.", client);
}

/**
 * A policy's mark. `winnow` without a setting shares its mark with `winnow` with a trigger, because there are not
 * enough distinct marks.
 */
const markFamily = (policy: AdvisedPolicy): string => (isUnset(policy) ? policy.strategy : policy.family);

const familiesOf = (result: AdviceResult, say: Say) => [
  ...new Map(
    result.policies.map((policy) => {
      const id = markFamily(policy);
      return [id, { id, strategy: policy.strategy, name: strategyWords(policy, clientsIn(result), say) }];
    }),
  ).values(),
];

/** `Winnow at 40k`. */
const fullName = (policy: AdvisedPolicy | undefined, clients: number, say: Say): string =>
  policy ? policyName(policy, clients, say) : "";

function scopeOf({ parts, sessions, policies }: AdviceResult, place?: AdviceScope["place"]): AdviceScope {
  const triggers = new Set(sessions.map(({ compacts_at }) => compacts_at));
  return {
    parts,
    sessions: sessions.length,
    clients: new Set(sessions.map(({ client }) => client)).size,
    policyOf: (id: string) => policies.find((policy) => policy.id === id),
    today: triggers.size === 1 ? (sessions[0]?.compacts_at ?? null) : null,
    ...(place !== undefined && { place }),
  };
}

/** Reasons that more requests would resolve. */
const TOO_LITTLE: ReadonlySet<string> = new Set(["too-short", "too-few-parts"]);

type Weight = {
  readonly advice: Advice;
  readonly log: Outcome | null;
  readonly shown: Weighed | null;
  readonly parts: AdviceResult["parts"];
};

function detailOf({ advice, log, shown, parts }: Weight, say: Say): string {
  if (log !== null && shown === null && !TOO_LITTLE.has(advice.reason ?? "")) return "";
  if (log === null || shown === null)
    return say("At least {fewest} requests with the provider's token counts are needed.", { fewest: FEWEST_REQUESTS });
  const weighed = say("{total} instead of {cost}, lost facts included.", {
    total: formatMoney(shown.total, { isEstimate: true }),
    cost: formatMoney(costOf(log)),
  });
  const losses = say("{lost} lost facts per 100 requests ({low} to {high}); {logged} today, {most} allowed.", {
    lost: shown.loss.per100.toFixed(1),
    low: shown.loss.low.toFixed(1),
    high: shown.loss.high.toFixed(1),
    logged: advice.logLostPer100.toFixed(1),
    most: advice.mostLostPer100.toFixed(1),
  });
  const held = advice.heldOut === null ? [] : [heldOutText(advice.heldOut, parts, say)];
  return joinSentences([weighed, losses, ...held], say);
}

/** The result on parts that were not used for the choice, so it does not depend on a lucky choice. */
function heldOutText(heldOut: Change, parts: AdviceResult["parts"], say: Say): string {
  const change = { change: changeWords(heldOut, say) };
  return parts === "sessions"
    ? say("On sessions that were not used to choose it: {change}.", change)
    : say("On parts that were not used to choose it: {change}.", change);
}

const whole = (share: number): string => {
  const percent = Math.round(share * 100);
  return percent < 0 ? `\u2212${-percent}` : percent > 0 ? `+${percent}` : "0";
};
/** `−31 % (−43 to −11)`. */
const changeText = ({ share, low, high }: Change, say: Say): string =>
  say("{share} ({low} to {high})", { share: `${whole(share)}\u202f%`, low: whole(low), high: whole(high) });

type ForRows = Pick<AdviceRow, "isAdvised" | "rank"> & {
  readonly best: AdvisedPolicy | null;
  readonly clients: number;
  readonly policyOf: (id: string) => AdvisedPolicy | undefined;
  readonly familyOf: (id: string) => number;
};

/** `best` comes first; only this row is advised or ranked. */
function rowsOf(
  { weighed, logLostPer100 }: Advice,
  { best, clients, policyOf, familyOf, ...marks }: ForRows,
  say: Say,
): AdviceRow[] {
  const isBest = ({ outcome }: Weighed) => outcome.id === best?.id;
  return weighed
    .toSorted((one, other) => Number(isBest(other)) - Number(isBest(one)))
    .flatMap((entry) => {
      const policy = policyOf(entry.outcome.id);
      if (!policy) return [];
      return {
        ...rowOf(entry, policy, logLostPer100, say),
        family: familyOf(policy.id),
        strategy: strategyWords(policy, clients, say),
        place: placeWords(policy, say),
        ...(isBest(entry) ? marks : { isAdvised: false, rank: null }),
      };
    });
}

function rowOf(
  { outcome, total, change, loss, harm }: Weighed,
  policy: AdvisedPolicy,
  logged: number,
  say: Say,
): Omit<AdviceRow, "family" | "strategy" | "place" | "isAdvised" | "rank"> {
  return {
    id: policy.id,
    cost: formatMoney(costOf(outcome), { isEstimate: true }),
    paid: formatMoney(total, { isEstimate: true }),
    change: changeText(change, say),
    tone: change.high < 0 ? "good" : change.low > 0 ? "bad" : "open",
    lost: lostPer100(outcome).toFixed(1),
    fired: formatTokens(policy.fired),
    peak: formatTokens(policy.peak_prompt_tokens),
    harm: harm && harmWords(harm, loss, logged, say),
  };
}

/** `may forget too much, up to 9.1`: shows the upper end, because it is compared with the bound. */
function harmWords(harm: NonNullable<Weighed["harm"]>, loss: Weighed["loss"], logged: number, say: Say): string {
  if (harm === "too-early") return say("cuts too early");
  const high = { high: loss.high.toFixed(1) };
  return loss.per100 > logged
    ? say("forgets too much, up to {high}", high)
    : say("may forget too much, up to {high}", high);
}

function priceNote(result: AdviceResult, price: number | null, say: Say): string {
  const { price_basis: basis, price_range: range, price_compactions: compactions } = result;
  if (price !== null) return say("set by you");
  if (basis === "set") return say("set for this run");
  if (basis === "modelled" || !range || compactions == null)
    return basis === "logged"
      ? say("cost of fetching a lost fact again in these logs (calculated by an older version of Winnow)")
      : say("cost of fetching a lost fact again, modelled from these prompts");
  const values = {
    compactions: formatTokens(compactions),
    low: formatPrice(range.low.amount),
    high: formatPrice(range.high.amount),
  };
  return basis === "logged"
    ? say("measured after {compactions} compactions in these logs: {low} to {high}", values)
    : say("measured after {compactions} compactions in public sessions: {low} to {high}", values);
}

function rangesOf(
  ranges: readonly PriceRange[],
  nameOf: (id: string) => string,
  price: number,
  say: Say,
): AdviceView["ranges"] {
  const labelled = ranges.map(({ from, advised, reason }) => ({
    from,
    label: advised === null ? (chipOf(reason, say) ?? NOT_APPLICABLE_TEXT) : nameOf(advised),
  }));
  const told = labelled.filter(({ label }, index) => label !== labelled[index - 1]?.label);
  return told.map((range, index) => {
    const next = told[index + 1]?.from ?? Number.POSITIVE_INFINITY;
    return { ...range, isNow: price >= range.from && price < next };
  });
}

function sessionsOf(
  { sessions, logged }: AdviceResult,
  best: AdvisedPolicy | null,
  price: LossPrice,
): readonly SessionChangeRow[] {
  if (best === null || logged === null) return [];
  return sessions.map(({ id, title, requests }, index) => {
    const change = sessionChange(best, logged, { index, price });
    const { low, high } = change;
    const tone = high !== null && high < 0 ? "good" : low !== null && low > 0 ? "bad" : "open";
    return { id, title, requests, ...change, tone };
  });
}

/**
 * A session's change. It has no interval at a rare price, or if an older version saved the run without the session's
 * parts.
 */
function sessionChange(
  best: AdvisedPolicy,
  logged: NonNullable<AdviceResult["logged"]>,
  { index, price }: { readonly index: number; readonly price: LossPrice },
): SessionChange {
  const own = sessionOutcomeOf(best, best.id, index);
  const log = sessionOutcomeOf(logged, "logged", index);
  if (own && log) return changeInSession(own, log, price);
  const before = logged.blocks[index]?.cost ?? 0;
  const after = (best.blocks[index]?.cost ?? 0) + price.amount * (best.blocks[index]?.lost ?? 0);
  return { share: before === 0 ? 0 : after / before - 1, low: null, high: null };
}
