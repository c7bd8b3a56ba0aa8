import type { Edit } from "../../conversation/edit";
import type { Part } from "../../conversation/part";
import { ShownNames } from "../facts/shown-names";
import type { Ceiling } from "../grammar/ceiling";
import { step } from "../grammar/combinators";
import { keepLoops, noInflation } from "../grammar/guards";
import type { Procedure } from "../grammar/procedure";
import type { Target } from "../grammar/selectors";
import { drop, rewrite, type Transform } from "../grammar/transforms";
import type { View } from "../grammar/view";
import { type CandidateRule, candidatesOf } from "./winnow-candidates";
import { oncePerCandidate, planRewrites, type RewriteRule, type Round } from "./winnow-plan";
import { isPutAside, putAsidePart } from "./winnow-put-aside";
import { thinned } from "./winnow-thin";

type Rule = CandidateRule & RewriteRule;

/** Puts aside what pays, in the rounds of `planRewrites`. */
export const putAside =
  (rule: Rule): Procedure =>
  (view) =>
    runRounds("put-aside", planRewrites(view, candidatesOf(view, rule), rule), rule.excerpt, view);

/** Puts candidates aside whether that pays or not, oldest first, until the prompt is within the ceiling. */
export const putAsideAll =
  (id: string, rule: Rule, ceiling: Ceiling): Procedure =>
  (view) => {
    const decisions = oncePerCandidate(candidatesOf(view, rule))
      .sort((a, b) => a.at - b.at)
      .map(({ part, reason }) => ({ part, reason: `${reason}: over the ceiling` }));
    return runRounds(id, [{ end: view.entries().length, decisions }], rule.excerpt, view, ceiling);
  };

/** Drops reasoning, and replaces every other part by a reference and an excerpt. */
function runRounds(id: string, rounds: readonly Round[], share: number, view: View, ceiling?: Ceiling) {
  const decisions = rounds.flatMap((round) => round.decisions);
  const targets = decisions.map(({ part, reason }): Target => ({ parts: [part.id], reason }));
  const drops = decisions.some(({ part }) => part.type === "reasoning");
  return step({
    id,
    select: () => targets,
    transform: roundTransform(rounds, share, view),
    // Only dropped parts can tear a tool loop, and finding loops costs a pass over the whole history.
    guards: drops ? [keepLoops] : [],
    ...(ceiling && { ceiling }),
  })(view);
}

/**
 * All parts of a round stop counting as shown before the first excerpt is chosen. A name that two of them hold then stays in
 * one excerpt, and not in none or both.
 */
function roundTransform(rounds: readonly Round[], share: number, view: View): Transform {
  const shown = new ShownNames(view);
  const roundOf = new Map(rounds.flatMap((round) => round.decisions.map(({ part }) => [part.id, round] as const)));
  let current: Round | undefined;
  return {
    needs: "store",
    apply: (target, _, stepId): readonly Edit[] => {
      const part = view.entry(target.parts[0] ?? "")?.part as Part;
      const round = roundOf.get(part.id) as Round;
      if (round !== current) {
        shown.readTo(round.end);
        for (const decision of round.decisions) shown.remove(decision.part);
        current = round;
      }
      if (part.type === "reasoning") return drop.apply(target, view, stepId);
      const edit = putAsidePart(part, shown, share, { view, stepId, reason: target.reason });
      if (!edit) shown.putBack(part);
      return edit ? [edit] : [];
    },
  };
}

/** Shortens excerpts to this share of their length, oldest first, while the prompt is above the ceiling. References stay. */
export const thinExcerpts =
  (id: string, share: number, ceiling: Ceiling): Procedure =>
  (view) => {
    const safe = view.protectedIds();
    const shown = new ShownNames(view);
    shown.readTo(view.entries().length);
    return step({
      id,
      select: () =>
        view
          .entries()
          .flatMap(({ part }) =>
            !safe.has(part.id) && isPutAside(part) ? [{ parts: [part.id], reason: "excerpt: over the ceiling" }] : [],
          ),
      transform: rewrite((part) => thinned(part, shown, share)),
      guards: [noInflation],
      ceiling,
    })(view);
  };
