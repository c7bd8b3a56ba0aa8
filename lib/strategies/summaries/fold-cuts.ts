import type { Atom } from "../../conversation/atoms";
import { step } from "../grammar/combinators";
import { keepLoops } from "../grammar/guards";
import type { Procedure } from "../grammar/procedure";
import { atomTargets, type Selector } from "../grammar/selectors";
import { drop } from "../grammar/transforms";
import type { View } from "../grammar/view";
import { isSummary } from "./summary-message";

/** Cuts for presets that summarise what they drop. They keep the parts that every strategy leaves alone. */

export const cutBy = (id: string, select: Selector): Procedure =>
  step({ id, select, transform: drop, guards: [keepLoops] });

/** Drops everything entirely before this message index, except the system prompt. */
export const atomsBefore = (view: View, index: number): readonly Atom[] =>
  view.atoms().filter(({ kind, end }) => kind !== "system" && end < index);

/** Drops everything the model has read. Unread results stay, with their calls. */
export const everythingRead: Selector = (view) => {
  const { messages } = view.conversation;
  const answered = messages.findLastIndex(({ role }) => role === "assistant");
  const isUnread = ({ kind, end }: Atom) => kind === "exchange" && end > answered;
  const read = atomsBefore(view, messages.length).filter((atom) => !isUnread(atom));
  return atomTargets(read, "summarised");
};

/** Drops everything before the index that a rule finds. */
export const before =
  (find: (view: View) => number): Selector =>
  (view) =>
    atomTargets(atomsBefore(view, find(view)), "summarised");

/** Index of the first of the newest messages that fit in this many tokens in total; the message count if none fits. */
export function tailWithin(view: View, tokens: number): number {
  const { messages } = view.conversation;
  let index = messages.length;
  let sum = 0;
  while (index > 0) {
    const message = messages[index - 1];
    if (message) sum += view.environment.tokensOf(message);
    if (sum > tokens) break;
    index -= 1;
  }
  return index;
}

/** Drops messages, oldest first, until the rest and a new summary fit the limit. Always drops an earlier summary. */
export const oldestUntil =
  (limit: (view: View) => number, summaryTokens: number): Selector =>
  (view) => {
    const tokens = limit(view);
    const { messages } = view.conversation;
    const safe = view.protectedIds();
    let left = view.tokens() + Math.min(summaryTokens, tokens / 3);
    const going = atomsBefore(view, messages.length).filter(({ start, partIds }) => {
      const message = messages[start];
      if (partIds.some((id) => safe.has(id))) return false;
      if (left <= tokens && !(message && isSummary(message))) return false;
      for (const id of partIds) {
        const part = view.entry(id)?.part;
        if (part) left -= view.environment.tokensOf(part);
      }
      return true;
    });
    return atomTargets(going, "summarised");
  };

/** The fold, or the cut if there is no summary. If the cut has nothing to do either, the outcome is the fold's. */
export const elseCut =
  (folded: Procedure, cut: Procedure): Procedure =>
  (view) => {
    const first = folded(view);
    if (first.status === "applied") return first;
    const second = cut(view);
    const outcome = second.edits.length === 0 ? first : second;
    return { ...outcome, warnings: [...first.warnings, ...second.warnings] };
  };
