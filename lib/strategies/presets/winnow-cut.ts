import { artifactIndex } from "../facts/artifact-index";
import { asItGrew, type Moment } from "../grammar/as-it-grew";
import { type Ceiling, TOKENS } from "../grammar/ceiling";
import { step, until } from "../grammar/combinators";
import { reportShortenedLoops } from "../grammar/guards";
import { oldestDialogue } from "../grammar/oldest-dialogue";
import type { Procedure } from "../grammar/procedure";
import { drop } from "../grammar/transforms";
import type { View } from "../grammar/view";
import type { CandidateRule } from "./winnow-candidates";
import { OWN_FLOOR } from "./winnow-limits";
import { APART, paysToCut, type RewriteRule } from "./winnow-plan";
import { putAsideAll, roundsPutAside, thinExcerpts } from "./winnow-steps";

export type CutRule = CandidateRule &
  RewriteRule & {
    /** A prompt of this many tokens is cut, to about the floor; 0: only where it does not fit the window. */
    readonly trigger: number;
    readonly floor: number;
    /** The most tokens that the index of what was dropped may take for names; less where the limit is below the own floor. */
    readonly indexNames: number;
  };

/** Where the trigger is above the window, that share of the window is the floor. */
const FLOOR_SHARE = 0.6;
/** Share of the limit, and tokens, that the index of what was dropped may take without its names, and its references. */
const INDEX_SHARE = 0.05;
const INDEX_TOKENS = 1500;
const REFERENCE_SHARE = 0.005;
const REFERENCE_TOKENS = 500;

/**
 * Puts aside what pays, and cuts the prompt where it reaches its limit, in the order in which the history grew. A limit that
 * comes with a floor is cut to that; a bare target is met by the present prompt alone.
 */
export const putAsideAndCut =
  (rule: CutRule): Procedure =>
  (view) => {
    const limits = limitsOf(view, rule);
    const decide = (moment: Moment) =>
      limits !== null && isDue(moment, limits, rule, view) ? ladder(rule, limits.floor) : null;
    if (view.environment.budget.waits) return asItGrew(decide)(view);
    // Cuts for a limit come on top, so that what pays waits longer between them.
    const apart = limits?.isHard && limits.isSteady ? 2 * APART : APART;
    return asItGrew(decide, { find: (view) => roundsPutAside(view, rule), apart })(view);
  };

/** `room`: what fits; `trigger`: a prompt above it is cut; `floor`: to about this; `isHard`: whether that pays or not. */
type Limits = {
  readonly room: number;
  readonly trigger: number;
  readonly floor: number;
  readonly isHard: boolean;
  readonly isSteady: boolean;
};

function limitsOf({ environment }: View, rule: CutRule): Limits | null {
  const { window, reserve, target, floor } = environment.budget;
  const room = window === null ? Number.POSITIVE_INFINITY : Math.max(1, window - reserve);
  // What is cached now says nothing of earlier requests: where it is known, only the present prompt is decided about.
  const isUnknown = environment.cache === undefined;
  if (target !== undefined) {
    const trigger = Math.min(room, target);
    return {
      room,
      trigger,
      floor: Math.min(floor ?? trigger, trigger),
      isHard: true,
      isSteady: isUnknown && floor !== undefined,
    };
  }
  const trigger = Math.min(rule.trigger === 0 ? room : rule.trigger, room);
  if (trigger === Number.POSITIVE_INFINITY) return null;
  const own = Math.min(rule.floor, Math.floor(trigger * FLOOR_SHARE));
  return { room, trigger: trigger - 1, floor: own, isHard: false, isSteady: isUnknown };
}

function isDue(moment: Moment, { room, trigger, floor, isHard, isSteady }: Limits, rule: CutRule, view: View): boolean {
  const { tokens, isNow } = moment;
  if (tokens <= trigger || !(isNow || isSteady)) return false;
  return isHard || tokens > room || paysToCut(moment, tokens - floor, view.environment, rule.horizon);
}

/** From what loses least to what loses most. Each rung runs only as far as the limit needs it. */
function ladder(rule: CutRule, limit: number): Procedure {
  const ceiling: Ceiling = { measure: TOKENS, limit };
  const index = Math.min(INDEX_TOKENS, Math.floor(limit * INDEX_SHARE));
  const names = Math.min(rule.indexNames, Math.floor(limit * (rule.indexNames / OWN_FLOOR)));
  const references = Math.min(REFERENCE_TOKENS, Math.floor(limit * REFERENCE_SHARE));
  const fold = { select: oldestDialogue, transform: drop };
  return until(ceiling, [
    putAsideAll("put-aside-large", rule, ceiling),
    putAsideAll("put-aside-all", { ...rule, minCharacters: 300, takesReasoning: true }, ceiling),
    step({
      ...fold,
      id: "fold",
      guards: [reportShortenedLoops, artifactIndex(index, names, references)],
      ceiling: { measure: TOKENS, limit: limit - index - names },
    }),
    thinExcerpts("thin", 0.3, ceiling),
    thinExcerpts("bare", 0, ceiling),
    step({ ...fold, id: "drop-oldest", guards: [reportShortenedLoops], ceiling }),
  ]);
}
