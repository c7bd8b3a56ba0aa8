import { droppedBy, type Edit, savedBy } from "../../conversation/edit";
import { keepLoops } from "../grammar/guards";
import type { Outcome, Procedure } from "../grammar/procedure";
import type { View } from "../grammar/view";
import { type FoldOptions, fold } from "./fold";

/**
 * Replaces the content dropped by each edit with a separate summary. Without a summary, the parts stay. The summaries
 * cover different parts and do not share room, so all are written from the same view.
 */
export const foldEach =
  (cut: Procedure, options: Omit<FoldOptions, "cut" | "place" | "ignoresTarget">): Procedure =>
  (view) => {
    const outcome = cut(view);
    let total: Outcome = { ...outcome, edits: [], steps: [] };
    for (const [index, edit] of outcome.edits.entries()) {
      const id = `${options.id}-${index + 1}`;
      const one = only(edit, id, total, view);
      const folded = fold({ ...options, id, cut: () => one, place: "hole", ignoresTarget: true })(view);
      total = {
        ...total,
        edits: [...total.edits, ...folded.edits],
        steps: [...total.steps, ...folded.steps],
        warnings: [...total.warnings, ...folded.warnings],
      };
    }
    const edits = withoutTornLoops(total.edits, view, options.id);
    return { ...total, edits, status: edits.length > 0 ? "applied" : "noop" };
  };

/** A cut with this one edit. */
function only(edit: Edit, id: string, { edits }: Outcome, view: View): Outcome {
  const before = view.tokens() - savedBy(edits);
  const steps = [{ id, before, after: before - savedBy([edit]), edits: 1 }];
  return { status: "applied", edits: [{ ...edit, step: id }], steps, trigger: null, warnings: [] };
}

/** If an edit was given up, gives up the other edits of the same tool loop too, with their summaries. */
function withoutTornLoops(edits: readonly Edit[], view: View, id: string): readonly Edit[] {
  const left = keepLoops(edits, view, id).edits;
  if (left.length === edits.length) return edits;
  const gone = new Set(droppedBy(left));
  return left.filter((edit) => edit.op !== "insert" || edit.targets.every((target) => gone.has(target)));
}
