import type { Edit } from "../conversation/edit";
import type { Warning } from "./procedure";
import type { View } from "./view";

/** Looks at all edits of one step before they are proposed; may take some out or add some, and says so. */
export type Guard = (
  edits: readonly Edit[],
  view: View,
) => { readonly edits: readonly Edit[]; readonly warnings: readonly Warning[] };

/** Takes out edits that would not make the conversation smaller. */
export const noInflation: Guard = (edits) => ({
  edits: edits.filter((edit) => edit.tokensAfter < edit.tokensBefore),
  warnings: [],
});

/** Says when part of a signed-thinking loop went: what is left of it resumes at signed thinking. */
export const reportShortenedLoops: Guard = (edits, view) => {
  const gone = new Set(edits.flatMap((edit) => (edit.op === "drop" ? edit.targets : [])));
  const shortened = new Set<number>();
  const remaining = new Set<number>();
  for (const atom of view.atoms()) {
    if (atom.loop === null) continue;
    (atom.partIds.some((partId) => gone.has(partId)) ? shortened : remaining).add(atom.loop);
  }
  const count = [...shortened].filter((loop) => remaining.has(loop)).length;
  const message = `${count} signed-thinking loop(s) lost whole exchanges; what is left resumes at signed thinking`;
  return { edits, warnings: count === 0 ? [] : [{ code: "loop-shortened", message }] };
};
