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
import { type Candidate, oncePerCandidate, RANK } from "./winnow-plan";
import { isPutAside, putAsidePart } from "./winnow-put-aside";
import { thinned } from "./winnow-thin";

/** Puts candidates aside whether that pays or not, from what is needed least, oldest first, until the prompt is within the ceiling. */
export const putAsideAll =
  (id: string, rule: CandidateRule, ceiling: Ceiling): Procedure =>
  (view) => {
    const orderOf = ({ rank }: Candidate) => Math.max(rank, RANK.output);
    const round = oncePerCandidate(candidatesOf(view, rule)).sort((a, b) => orderOf(a) - orderOf(b) || a.at - b.at);
    return step({
      id,
      select: () =>
        round.map(({ part, reason }): Target => ({ parts: [part.id], reason: `${reason}: over the ceiling` })),
      transform: putAsideTogether(round, rule.excerpt, view),
      // Only dropped parts can tear a tool loop, and finding loops costs a pass over the whole history.
      guards: round.some(({ part }) => part.type === "reasoning") ? [keepLoops] : [],
      ceiling,
    })(view);
  };

/** Drops reasoning, and replaces every other part by a reference and an excerpt. See `putAside` for what counts as shown. */
function putAsideTogether(round: readonly Candidate[], share: number, view: View): Transform {
  const shown = new ShownNames(view);
  let isFirst = true;
  return {
    needs: "store",
    apply: (target, _, stepId): readonly Edit[] => {
      if (isFirst) {
        shown.readTo(view.entries().length);
        for (const { part } of round) shown.remove(part);
        isFirst = false;
      }
      const part = view.entry(target.parts[0] ?? "")?.part as Part;
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
