import type { Edit } from "../../conversation/edit";
import { savedBy } from "../../conversation/edit";
import { pipe } from "./combinators";
import type { Procedure } from "./procedure";

/** Applies the edits of an earlier run first, as one step; the procedure works on their result. */
export const carriedOn = (edits: readonly Edit[], procedure: Procedure): Procedure => {
  if (edits.length === 0) return procedure;
  const carried: Procedure = (view) => {
    const before = view.tokens();
    const step = { id: "carried", before, after: before - savedBy(edits), edits: edits.length };
    return { status: "applied", edits, steps: [step], trigger: null, warnings: [] };
  };
  return pipe(carried, worthIt(procedure));
};

/**
 * Proposes nothing if the run saves nothing beyond the earlier edits. A run on the edited history alone would also
 * propose nothing.
 */
const worthIt =
  (procedure: Procedure): Procedure =>
  (view) => {
    const outcome = procedure(view);
    const saved = savedBy(outcome.edits);
    const isWorthIt = saved > 0 || (saved === 0 && outcome.edits.some(({ op }) => op === "drop"));
    return isWorthIt || outcome.edits.length === 0 ? outcome : { ...outcome, status: "noop", edits: [], steps: [] };
  };
