import type { Advice } from "@/lib/advice/advise";
import { lostPer100 } from "@/lib/advice/curve";
import type { Change } from "@/lib/advice/interval";
import { isUnset } from "@/lib/advice/winnow-by-default";
import { formatWholeThousands } from "./number-format";
import { doing, NO_ADVICE, naming } from "./wording/en/advice";

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
export function adviceSentence(advice: Advice, scope: AdviceScope): string {
  const { reason, best, cheapest } = advice;
  if (reason !== null)
    return NO_ADVICE[reason](cheapest ? bestFigures(cheapest.change, strategyPlace(advice, scope)) : "");
  if (best === null) return "";
  const { outcome } = best;
  const change = advice.heldOut ?? best.change;
  const today = scope.today === null ? "" : ` instead of ${formatWholeThousands(scope.today)}`;
  const where = scope.parts === "tasks" ? "on this session" : `on your ${scope.sessions} sessions`;
  const more = lostPer100(outcome) - advice.logLostPer100;
  const policy = scope.policyOf(outcome.id);
  const floor = policy?.floor_tokens == null ? "" : `, down to ${formatWholeThousands(policy.floor_tokens)}`;
  const place = `at ${formatWholeThousands(outcome.trigger)}${floor}`;
  const what = isUnset(outcome)
    ? `Run winnow with its defaults (${place})${today}`
    : `${doing(policy?.strategy ?? outcome.id)} ${place}${floor !== "" && today !== "" ? "," : ""}${today}`;
  return `${what}: ~${percent(-change.share)} cheaper ${where} (${bounds(change)}), ${lostWords(more)}.`;
}

const strategyPlace = ({ cheapest }: Advice, scope: AdviceScope): string =>
  cheapest
    ? `${naming(scope.policyOf(cheapest.outcome.id)?.strategy ?? cheapest.outcome.id)} at ${formatWholeThousands(cheapest.outcome.trigger)}`
    : "";

/** `The cheapest, winnow at 60k, costs ~3 % more (−4 to 11).` */
function bestFigures({ share, low, high }: Change, name: string): string {
  const way = share < 0 ? "less" : "more";
  const luck = high < -0.005 ? " That may be the luck of the best of many." : "";
  return `The cheapest, ${name}, costs ~${percent(Math.abs(share))} ${way} with lost facts paid (${signedPercent(low)} to ${signedPercent(high)}).${luck}`;
}

/** Both ends as savings, the smaller first: `20 to 34`. */
const bounds = ({ low, high }: Change): string => `${Math.round(-high * 100)} to ${Math.round(-low * 100)}`;
const percent = (share: number): string => `${Math.round(share * 100)}\u2009%`;
const signedPercent = (share: number): string => {
  const whole = Math.round(share * 100);
  return whole < 0 ? `\u2212${-whole}` : `+${whole}`;
};

function lostWords(more: number): string {
  if (Math.abs(more) < 0.05) return "as many lost facts per 100 requests";
  return `${Math.abs(more).toFixed(1)} ${more > 0 ? "more" : "fewer"} lost facts per 100 requests`;
}
