import { artifactIndex } from "../facts/artifact-index";
import { type Ceiling, TOKENS } from "../grammar/ceiling";
import { step, until } from "../grammar/combinators";
import { reportShortenedLoops } from "../grammar/guards";
import { oldestDialogue } from "../grammar/oldest-dialogue";
import { NOTHING, type Procedure } from "../grammar/procedure";
import { drop } from "../grammar/transforms";
import type { View } from "../grammar/view";
import type { CandidateRule } from "./winnow-candidates";
import { OWN_FLOOR } from "./winnow-limits";
import { paysToCut, type RewriteRule } from "./winnow-plan";
import { putAsideAll, thinExcerpts } from "./winnow-steps";

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

/** Cuts the prompt to the target where there is one, otherwise from the trigger to the floor. */
export const cutDown =
  (rule: CutRule): Procedure =>
  (view) => {
    const limit = limitOf(view, rule);
    return limit === null ? NOTHING : ladder(rule, limit)(view);
  };

function limitOf(view: View, rule: CutRule): number | null {
  const { window, reserve, target } = view.environment.budget;
  const room = window === null ? Number.POSITIVE_INFINITY : Math.max(1, window - reserve);
  if (target !== undefined) return Math.min(room, target);
  const trigger = Math.min(rule.trigger === 0 ? room : rule.trigger, room);
  const tokens = view.tokens();
  if (tokens < trigger || trigger === Number.POSITIVE_INFINITY) return null;
  const excess = wholeSteps(tokens, trigger, Math.min(rule.floor, Math.floor(trigger * FLOOR_SHARE)));
  return tokens > room || paysToCut(view, excess, rule.horizon) ? tokens - excess : null;
}

/**
 * The tokens that go: as many whole steps from trigger to floor as bring the prompt below the trigger. While a history grows
 * by less than a step the same tokens go from its front, so that a caller who sends it whole each time keeps its cache.
 */
function wholeSteps(tokens: number, trigger: number, floor: number): number {
  const size = Math.max(1, trigger - floor);
  return (Math.floor((tokens - trigger) / size) + 1) * size;
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
