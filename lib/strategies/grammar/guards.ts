import { droppedBy, type Edit, savedBy } from "../../conversation/edit";
import { findSplitLoops } from "../../conversation/invariants";
import { isTypedUser, type Message } from "../../conversation/message";
import { noteKind } from "./note-head";
import type { Warning } from "./procedure";
import type { View } from "./view";

/** Checks all edits of a step before they are proposed; may remove or add edits, with a warning. */
export type Guard = (
  edits: readonly Edit[],
  view: View,
  stepId: string,
) => { readonly edits: readonly Edit[]; readonly warnings: readonly Warning[] };

/** Removes edits that do not make the conversation smaller. */
export const noInflation: Guard = (edits) => ({
  edits: edits.filter((edit) => edit.tokensAfter < edit.tokensBefore),
  warnings: [],
});

/**
 * Removes all edits if they save fewer tokens than this, because breaking the cached prefix would then cost
 * more than it saves.
 */
export const minGain =
  (tokens: number): Guard =>
  (edits) => {
    const saved = savedBy(edits);
    if (edits.length === 0 || saved >= tokens) return { edits, warnings: [] };
    const message = `${saved} tokens could be saved, fewer than the ${tokens} that are worth a rewrite`;
    return { edits: [], warnings: [{ code: "below-min-gain", message }] };
  };

/**
 * Keeps the first edits that together save this many tokens, and the remaining edits of the call to which the last of
 * these belongs; 0 = all edits.
 */
export const enoughGain =
  (tokens: number): Guard =>
  (edits, view) => {
    if (tokens === 0) return { edits, warnings: [] };
    const last = edits.findIndex((_, index) => savedBy(edits.slice(0, index + 1)) >= tokens);
    if (last === -1) return { edits, warnings: [] };
    const isOfCall = (edit: Edit | undefined) =>
      edit?.op === "replace" && view.entry(edit.targets[0])?.part.type === "tool-call";
    const end = isOfCall(edits[last + 1]) ? last + 2 : last + 1;
    return { edits: edits.slice(0, end), warnings: [] };
  };

/** Warns when part of a signed-thinking loop was removed; what remains of it starts with signed thinking. */
export const reportShortenedLoops: Guard = (edits, view) => {
  const loops = edits.length === 0 ? [] : view.loops();
  if (loops.length === 0) return { edits, warnings: [] };
  const gone = new Set(droppedBy(edits));
  const shortened = new Set<number | null>();
  const remaining = new Set<number | null>();
  for (const { loop, partIds } of loops) (partIds.some((partId) => gone.has(partId)) ? shortened : remaining).add(loop);
  const count = [...shortened].filter((loop) => remaining.has(loop)).length;
  const message = `${count} signed-thinking loop(s) lost whole exchanges; what is left resumes at signed thinking`;
  return { edits, warnings: count === 0 ? [] : [{ code: "loop-shortened", message }] };
};

/** Notes added by an earlier step do not begin a turn, because nobody typed them. */
const isPrompt = (message: Message) => isTypedUser(message) && noteKind(message) === null;

/** Removes drops that would break a signed-thinking loop. */
export const keepLoops: Guard = (edits, view) => {
  const loops = edits.length === 0 ? [] : view.loops();
  if (loops.length === 0) return { edits, warnings: [] };
  let left = edits;
  for (;;) {
    const gone = new Set(droppedBy(left));
    const torn = new Set(findSplitLoops(view.conversation, gone, loops, isPrompt).map(({ partId }) => partId));
    if (torn.size === 0) return { edits: left, warnings: [] };
    const whole = loops.filter(({ partIds }) => partIds.some((id) => torn.has(id)));
    const safe = new Set(whole.flatMap(({ partIds }) => partIds));
    left = left.filter((edit) => edit.op !== "drop" || !edit.targets.some((id) => safe.has(id)));
  }
};
