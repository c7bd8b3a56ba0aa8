import type { Advice } from "@/lib/advice/advise";
import { lostPer100 } from "@/lib/advice/curve";
import type { Change } from "@/lib/advice/interval";
import type { Outcome } from "@/lib/advice/outcome";
import { isUnset } from "@/lib/advice/winnow-by-default";
import { formatWholeThousands } from "./number-format";
import { doing, naming, noAdvice } from "./wording/en/advice";
import { english, type Say } from "./wording/say";

/** What the sentence names beside the advice itself. */
export type AdviceScope = {
  readonly parts: "tasks" | "sessions";
  readonly sessions: number;
  /** A policy's strategy and floor (tokens; null: where the strategy itself stops), by its id. */
  readonly policyOf: (id: string) => { readonly strategy: string; readonly floor_tokens: number | null } | undefined;
  /** The prompt size at which the client compacts by itself; null: unknown or not the same in all sessions. */
  readonly today: number | null;
};

/**
 * The verdict in one sentence, and in the second what it costs in lost facts or what would settle it. What is promised is the
 * change on parts that the policy was not chosen on: on those that it was chosen on it looks better than it is.
 */
export function adviceSentence(advice: Advice, scope: AdviceScope, say: Say = english): string {
  const { reason, best, cheapest } = advice;
  if (reason !== null)
    return noAdvice(
      reason,
      cheapest ? bestFigures(cheapest.change, cheapestPlace(cheapest.outcome, scope, say), say) : "",
      say,
    );
  if (best === null) return "";
  const { low, high, share } = advice.heldOut ?? best.change;
  return say("{what}: ~{saved} cheaper {where} ({least} to {most}), {lost}.", {
    what: whatToDo(best.outcome, scope, say),
    saved: percent(-share),
    where:
      scope.parts === "tasks"
        ? say("on this session")
        : say("on your {sessions} sessions", { sessions: scope.sessions }),
    least: Math.round(-high * 100),
    most: Math.round(-low * 100),
    lost: lostWords(lostPer100(best.outcome) - advice.logLostPer100, say),
  });
}

/** `Compact at 150k instead of 180k`, `Run winnow with its defaults (at 80k, down to 48k)`. */
function whatToDo(outcome: Outcome, { policyOf, today: now }: AdviceScope, say: Say): string {
  const policy = policyOf(outcome.id);
  const trigger = formatWholeThousands(outcome.trigger);
  const floor = policy?.floor_tokens == null ? null : formatWholeThousands(policy.floor_tokens);
  const today = now === null ? null : formatWholeThousands(now);
  const instead = today === null ? "" : say(" instead of {today}", { today });
  if (isUnset(outcome))
    return say("Run winnow with its defaults ({place}){instead}", { place: placeWords(trigger, floor, say), instead });
  const what = doing(policy?.strategy ?? outcome.id, say);
  if (floor === null) return say("{what} at {trigger}{instead}", { what, trigger, instead });
  return say("{what} at {trigger}, down to {floor}{instead}", {
    what,
    trigger,
    floor,
    instead: today === null ? "" : say(", instead of {today}", { today }),
  });
}

/** `at 60k`, `at 60k, down to 36k`. */
export const placeWords = (trigger: string, floor: string | null, say: Say = english): string =>
  floor === null ? say("at {trigger}", { trigger }) : say("at {trigger}, down to {floor}", { trigger, floor });

/** `winnow at 60k`, `winnow at 60k, down to 36k`: what a policy is called wherever it is named. */
export function policyName(strategy: string, trigger: number | null, floor: number | null, say: Say = english): string {
  const values = { strategy, trigger: formatWholeThousands(trigger) };
  return floor === null
    ? say("{strategy} at {trigger}", values)
    : say("{strategy} at {trigger}, down to {floor}", { ...values, floor: formatWholeThousands(floor) });
}

function cheapestPlace({ id, trigger }: Outcome, { policyOf }: AdviceScope, say: Say): string {
  const policy = policyOf(id);
  return policyName(naming(policy?.strategy ?? id, say), trigger, policy?.floor_tokens ?? null, say);
}

/** `46 % cheaper (32 to 60)`; bounds on both sides of zero say which is which: `4 % dearer (9 cheaper to 12 dearer)`. */
export function changeWords({ share, low, high }: Change, say: Say = english): string {
  const whole = (value: number) => Math.round(Math.abs(value) * 100);
  const values = { share: percent(Math.abs(share)), least: whole(low), most: whole(high) };
  const isOpen = low < 0 && high > 0;
  if (share < 0)
    return isOpen
      ? say("{share} cheaper ({least} cheaper to {most} dearer)", values)
      : say("{share} cheaper ({least} to {most})", { ...values, least: values.most, most: values.least });
  return isOpen
    ? say("{share} dearer ({least} cheaper to {most} dearer)", values)
    : say("{share} dearer ({least} to {most})", values);
}

/** `The cheapest, winnow at 60k, costs ~3 % more (−4 to 11).` */
function bestFigures({ share, low, high }: Change, name: string, say: Say): string {
  const values = { name, share: percent(Math.abs(share)), low: signedPercent(low), high: signedPercent(high) };
  const figures =
    share < 0
      ? say("The cheapest, {name}, costs ~{share} less with lost facts paid ({low} to {high}).", values)
      : say("The cheapest, {name}, costs ~{share} more with lost facts paid ({low} to {high}).", values);
  return high < -0.005 ? `${figures} ${say("That may be the luck of the best of many.")}` : figures;
}

const percent = (share: number): string => `${Math.round(share * 100)}\u2009%`;
const signedPercent = (share: number): string => {
  const whole = Math.round(share * 100);
  return whole < 0 ? `\u2212${-whole}` : `+${whole}`;
};

function lostWords(more: number, say: Say): string {
  if (Math.abs(more) < 0.05) return say("as many lost facts per 100 requests");
  const count = Math.abs(more).toFixed(1);
  return more > 0
    ? say("{count} more lost facts per 100 requests", { count })
    : say("{count} fewer lost facts per 100 requests", { count });
}
