import type { Advice, NoAdvice } from "@/lib/advice/advise";
import { FOLD_AS_CLIENT, OWN_FOLD_STRATEGIES } from "@/lib/advice/families";
import { isUnset } from "@/lib/advice/winnow-by-default";
import { strategyName } from "../../strategies/names";
import { formatWholeThousands } from "../../wording/number-format";
import { english, type Say, type Sentence, sentence } from "../../wording/say";

/** What a policy's name depends on. Sizes in tokens. */
export type NamedPolicy = {
  readonly id: string;
  readonly strategy: string;
  readonly family: string;
  readonly trigger_tokens: number;
};

/** What a client can be set to do, as the start of a sentence. */
const SETTING: Readonly<Record<string, Sentence>> = {
  "anthropic-clear-tool-uses": sentence("Clear tool outputs"),
  "opencode-prune": sentence("Prune old tool outputs"),
};

/** What to do: a client's setting, or a strategy under its usual name. */
export function doing(policy: NamedPolicy, isSetting: boolean, say: Say = english): string {
  const setting = OWN_FOLD_STRATEGIES.has(policy.strategy) ? sentence("Compact") : SETTING[policy.strategy];
  if (isSetting && setting !== undefined) return say(setting);
  const strategy = strategyWords(policy, 1, say);
  return policy.strategy === "winnow" ? say("Run {strategy}", { strategy }) : say("Run “{strategy}”", { strategy });
}

/** A policy's strategy under its usual name. `clients`: how many wrote the sessions. */
export const strategyWords = ({ strategy, family }: Named, clients: number, say: Say = english): string =>
  family === FOLD_AS_CLIENT.id && clients > 1 ? say("Each client's compaction") : say.known(strategyName(strategy));

type Named = Pick<NamedPolicy, "strategy" | "family">;

/** When a policy runs: `at 60k`, `at its own trigger`. */
export const placeWords = (policy: Omit<NamedPolicy, keyof Named>, say: Say = english): string =>
  isUnset(policy)
    ? say("at its own trigger")
    : say("at {trigger}", { trigger: formatWholeThousands(policy.trigger_tokens) });

export const policyName = (policy: NamedPolicy, clients: number, say: Say = english): string =>
  say("{strategy} {place}", { strategy: strategyWords(policy, clients, say), place: placeWords(policy, say) });

const NO_ADVICE = {
  "no-usage": sentence(
    "This log has no token counts from the provider, so no policy can be priced. Import a log from a client that records usage.",
  ),
  "no-cache-counters": sentence(
    "This log does not report cache reads, so no other policy can be priced. A log with cache figures would settle it.",
  ),
  "no-content": sentence(
    "Calls and results are redacted or missing in this log, so what a policy would forget is unknown. A log with its content would settle it.",
  ),
  "too-short": sentence("Advice needs at least 30 requests. Add more sessions."),
  "too-few-parts": sentence("This session has fewer than ten parts, too few for advice."),
  "nothing-fired": sentence(
    "No policy changed a prompt: the prompts stayed below every trigger. Compacting is not needed here.",
  ),
  "over-window": sentence(
    "None of the policies tried could have run here: each exceeded the model's window more often than this log did, or changed nothing.",
  ),
  "forgets-more": sentence("Every cheaper policy forgets more than is allowed."),
  "may-forget-more": sentence("Every cheaper policy may forget more than is allowed."),
  "too-early": sentence("Every cheaper policy cuts too early."),
} as const satisfies Partial<Record<NoAdvice, string>>;

type NotAdvised = Pick<Advice, "heldOut"> & {
  readonly reason: NoAdvice;
  readonly parts?: "tasks" | "sessions";
};

/**
 * Why there is no advice, and what would resolve it. `figures`: the best policy's result in words. `isOfClient`: only the
 * client's own settings were weighed.
 */
export function noAdvice(
  { reason, heldOut, parts = "tasks" }: NotAdvised,
  figures: string,
  isOfClient: boolean,
  say: Say = english,
): string {
  if (reason === "unsteady") return say("Cheaper policies are cheaper at one prompt size only.");
  if (reason === "none-cheaper")
    return isOfClient
      ? say("None of its settings proved both safe and cheaper. {figures}", { figures })
      : say("No safe policy is cheaper than what you did. {figures}", { figures });
  if (reason === "cannot-tell") return say("The saving is not clear. {figures}", { figures });
  if (reason === "not-held-out")
    return heldOut !== null && heldOut.high < 0
      ? say("On parts that were not used to choose it, it forgets too much. {figures}", { figures })
      : say("On parts that were not used to choose it, this policy does not clearly save money. {figures}", {
          figures,
        });
  if (reason === "too-few-parts" && parts === "sessions")
    return say("Advice for all sessions together needs at least five sessions. Each session has its own advice.");
  return say(NO_ADVICE[reason]);
}

/** Title of saved advice without a recommendation, by reason. */
export const NO_ADVICE_TITLE: Readonly<Record<NoAdvice, Sentence>> = {
  "no-usage": sentence("No advice: no token counts"),
  "no-cache-counters": sentence("No advice: no cache figures"),
  "no-content": sentence("No advice: content is missing"),
  "too-short": sentence("No advice: fewer than 30 requests"),
  "too-few-parts": sentence("No advice: too few parts"),
  "nothing-fired": sentence("No advice: nothing fired"),
  "over-window": sentence("No advice: every policy exceeds the window"),
  "none-cheaper": sentence("None is cheaper than the log"),
  "forgets-more": sentence("Costs less and forgets more"),
  "may-forget-more": sentence("Costs less and may forget more"),
  "too-early": sentence("Costs less and cuts too early"),
  "cannot-tell": sentence("Saving not clear"),
  "not-held-out": sentence("Saving not clear"),
  unsteady: sentence("Saving not clear"),
};

type Tone = { readonly tone: "good" | "bad" | "open" };

/** `10 of 14 sessions clearly gain, 4 are unclear, none is more expensive.` */
export function sessionsNote(sessions: readonly Tone[], say: Say = english): string {
  if (sessions.length === 0) return "";
  const [good, open, bad] = (["good", "open", "bad"] as const).map(
    (wanted) => sessions.filter(({ tone }) => tone === wanted).length,
  ) as [number, number, number];
  return say(
    "{good} of {count} sessions clearly {good, plural, one {gains} other {gain}}, {open} {open, plural, one {is} other {are}} unclear, {bad, plural, =0 {none is} one {# is} other {# are}} more expensive.",
    { good, count: sessions.length, open, bad },
  );
}
