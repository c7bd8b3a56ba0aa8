import type { Edit } from "../conversation/edit";
import { savedBy } from "../conversation/edit";
import { pipe } from "./combinators";
import type { Procedure } from "./procedure";

/** The edits of an earlier run first, as one step; the procedure then works on what they left. */
export const carriedOn = (edits: readonly Edit[], procedure: Procedure): Procedure => {
  const carried: Procedure = (view) => {
    const before = view.tokens();
    const step = { id: "carried", before, after: before - savedBy(edits), edits: edits.length };
    return { status: "applied", edits, steps: [step], trigger: null, warnings: [] };
  };
  return pipe(carried, procedure);
};
