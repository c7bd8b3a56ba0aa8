import { type Advice, type NoAdvice, promisedBy } from "@/lib/advice/advise";
import type { Change } from "@/lib/advice/interval";
import type { Outcome } from "@/lib/advice/outcome";
import type { Weighed } from "@/lib/advice/weigh";
import { isUnset } from "@/lib/advice/winnow-by-default";
import { formatMoney, formatWholeThousands } from "../../wording/number-format";
import { english, type Say } from "../../wording/say";
import { doing, type NamedPolicy, noAdvice, placeWords, policyName } from "./advice-words";

/** Context of the sentence besides the advice itself. */
export type AdviceScope = {
  readonly parts: "tasks" | "sessions";
  readonly sessions: number;
  /** How many clients wrote the sessions. */
  readonly clients: number;
  readonly policyOf: (id: string) => NamedPolicy | undefined;
  /** The prompt size at which the client compacts automatically; null: unknown, or it differs between sessions. */
  readonly today: number | null;
  /** The subject of the sentence: a client by name, or Winnow in the loop; absent: the best of all. */
  readonly place?: { readonly client: string } | "winnow";
};

/**
 * The action, its saving and its loss in one sentence, or why nothing is advised. The saving is the sum over the
 * replayed parts. A policy looks better on the parts on which it was chosen, so the interval also covers its result on
 * other parts.
 */
export function adviceSentence(advice: Advice, scope: AdviceScope, say: Say = english): string {
  const { reason, best, cheapest } = advice;
  if (reason !== null) return leaveIt(whyNot(advice, best ?? cheapest, scope, say), scope, say);
  if (best === null) return "";
  const { low, high, share } = promisedBy(advice, best);
  return say("{what}: ~{saved} cheaper {where} ({least} to {most}; about {money}), {lost}.", {
    what: whereToDo(whatToDo(best.outcome, scope, say), scope, say),
    saved: percent(-share),
    where:
      scope.parts === "tasks"
        ? say("on this session")
        : say("on your {sessions} sessions", { sessions: scope.sessions }),
    least: Math.round(-high * 100),
    most: Math.round(-low * 100),
    money: formatMoney(savedBy(best)),
    lost: lostWords(best, advice.logLostPer100, say),
  });
}

function whyNot(advice: Advice, shown: Weighed | null, scope: AdviceScope, say: Say): string {
  const { reason, mostLostPer100 } = advice;
  if (reason === null) return "";
  const name = shown ? nameIn(shown.outcome, scope, say) : "";
  if (shown && reason === "unsteady")
    return say(
      "{name} costs ~{share} less, but only at that size: a little earlier or later, it costs more or forgets too much.",
      { name, share: percent(-shown.change.share) },
    );
  if (!shown || !isHarm(reason))
    return noAdvice(
      { reason, heldOut: advice.heldOut, parts: scope.parts },
      shown ? figuresOf(shown, name, scope, say) : "",
      isOfClient(scope),
      say,
    );
  const saving = { name, share: percent(-shown.change.share) };
  if (reason === "too-early")
    return say(
      "{name} costs ~{share} less, but it cuts too early: before three tenths of the window is full, or while the agent still needs the text for edits.",
      saving,
    );
  const values = {
    ...saving,
    lost: rate(shown.loss.per100),
    high: rate(shown.loss.high),
    logged: rate(advice.logLostPer100),
    most: rate(mostLostPer100),
  };
  return reason === "forgets-more"
    ? say(
        "{name} costs ~{share} less, but it forgets more: {lost} lost facts per 100 requests (up to {high}, of {most} allowed), {logged} today.",
        values,
      )
    : say(
        "{name} costs ~{share} less, but it may forget too much: {lost} lost facts per 100 requests (up to {high}, of {most} allowed), {logged} today.",
        values,
      );
}

const clientOf = ({ place }: Pick<AdviceScope, "place">): string | null =>
  place === undefined || place === "winnow" ? null : place.client;
const isOfClient = (scope: AdviceScope): boolean => clientOf(scope) !== null;

const HARMS = ["forgets-more", "may-forget-more", "too-early"] as const;
export const isHarm = (reason: NoAdvice): reason is (typeof HARMS)[number] => HARMS.some((harm) => harm === reason);

/** `In Claude Code: compact at 150k`, `With Winnow in the loop: run winnow at 90k`. */
function whereToDo(what: string, { place }: AdviceScope, say: Say): string {
  if (place === undefined) return what;
  const rest = `${what.charAt(0).toLowerCase()}${what.slice(1)}`;
  return place === "winnow"
    ? say("With Winnow in the loop: {what}", { what: rest })
    : say("In {client}: {what}", { client: place.client, what: rest });
}

const leaveIt = (why: string, { place }: AdviceScope, say: Say): string =>
  place === undefined || place === "winnow"
    ? why
    : say("In {client}: leave the setting as it is. {why}", { client: place.client, why });

const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
const rate = (per100: number): string => per100.toFixed(1);

/** `Compact at 150k instead of 180k`, `Run Winnow at its own trigger (when it pays, and at 80k)`. */
function whatToDo({ id }: Outcome, scope: AdviceScope, say: Say): string {
  const policy = scope.policyOf(id);
  if (policy === undefined) return id;
  const instead = besideToday(scope, say);
  const what = doing(policy, isOfClient(scope) || (scope.place === undefined && scope.clients > 1), say);
  const place = placeWords(policy, say);
  return isUnset(policy)
    ? say("{what} {place} (when it pays, and at {trigger}){instead}", {
        ...{ what, place, instead },
        trigger: formatWholeThousands(policy.trigger_tokens),
      })
    : say("{what} {place}{instead}", { what, place, instead });
}

/** A setting replaces the client's current one, whereas Winnow runs before the client compacts. */
function besideToday({ today, place }: AdviceScope, say: Say): string {
  if (today === null) return "";
  const values = { today: formatWholeThousands(today) };
  return place === "winnow"
    ? say(", before the client compacts at {today}", values)
    : say(" instead of {today}", values);
}

function nameIn({ id }: Outcome, { policyOf, clients }: AdviceScope, say: Say): string {
  const policy = policyOf(id);
  return policy === undefined ? id : policyName(policy, clients, say);
}

/** `46 % cheaper (32 to 60)`; bounds on both sides of zero are labelled: `4 % more expensive (9 cheaper to 12 more expensive)`. */
export function changeWords({ share, low, high }: Change, say: Say = english): string {
  const whole = (value: number) => Math.round(Math.abs(value) * 100);
  const values = { share: percent(Math.abs(share)), least: whole(low), most: whole(high) };
  const isOpen = low < 0 && high > 0;
  if (share < 0)
    return isOpen
      ? say("{share} cheaper ({least} cheaper to {most} more expensive)", values)
      : say("{share} cheaper ({least} to {most})", { ...values, least: values.most, most: values.least });
  return isOpen
    ? say("{share} more expensive ({least} cheaper to {most} more expensive)", values)
    : say("{share} more expensive ({least} to {most})", values);
}

function figuresOf(shown: Weighed, name: string, scope: AdviceScope, say: Say): string {
  const { share, low, high } = shown.change;
  const values = {
    rank: capital(rankWords(shown, scope, say)),
    name,
    share: percent(Math.abs(share)),
    low: signedPercent(low),
    high: signedPercent(high),
  };
  return share < 0
    ? say("{rank} ({name}) costs ~{share} less, lost facts included ({low} to {high}).", values)
    : say("{rank} ({name}) costs ~{share} more, lost facts included ({low} to {high}).", values);
}

/**
 * In what respect a policy that is shown without advice is the best. Cheaper ones may need Winnow, or may
 * forget too much.
 */
export function rankWords({ harm }: Weighed, scope: Pick<AdviceScope, "place">, say: Say = english): string {
  const client = clientOf(scope);
  if (client === null) return harm === null ? say("the best safe policy") : say("the cheapest");
  return harm === null
    ? say("the best safe setting of {client}", { client })
    : say("the cheapest setting of {client}", { client });
}

const percent = (share: number): string => `${Math.round(share * 100)}\u202f%`;
const signedPercent = (share: number): string => {
  const whole = Math.round(share * 100);
  return whole < 0 ? `\u2212${-whole}` : `+${whole}`;
};

/** US dollars. */
const savedBy = ({ total, change }: Weighed): number => -(total / (1 + change.share)) * change.share;

/** More or fewer lost facts. "Fewer" appears only if the interval confirms it. */
function lostWords({ loss }: Weighed, logged: number, say: Say): string {
  const values = { lost: rate(loss.per100), high: rate(loss.high), logged: rate(logged) };
  if (values.lost !== values.logged && loss.per100 > logged)
    return say("but it forgets more: {lost} lost facts per 100 requests (up to {high}), {logged} today", values);
  return loss.high < logged
    ? say("and it forgets less: {lost} lost facts per 100 requests (up to {high}), {logged} today", values)
    : say("and it forgets about as much: {lost} lost facts per 100 requests (up to {high}), {logged} today", values);
}
