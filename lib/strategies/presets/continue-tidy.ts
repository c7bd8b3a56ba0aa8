import { type Part, partText } from "../../conversation/part";
import { step } from "../grammar/combinators";
import type { Procedure } from "../grammar/procedure";
import type { Selector } from "../grammar/selectors";
import { drop, rewrite, type Transform } from "../grammar/transforms";
import type { View } from "../grammar/view";

/** Selects messages after the last prompt or tool result. The product leaves them out of the request. */
const trailingAnswers: Selector = ({ conversation: { messages } }) => {
  const end = messages.findLastIndex(({ role }) => role === "user" || role === "tool");
  const trailing = end < 0 ? [] : messages.slice(end + 1);
  return trailing.map(({ parts }) => ({ parts: parts.map(({ id }) => id), reason: "trailing-answer" }));
};

export const dropTrailing = step({ id: "drop-trailing", select: trailingAnswers, transform: drop });

/** Selects runs of neighbouring user messages that hold only text and no part of which is in `safe`. One target per run. */
const neighbours =
  (safe: (view: View) => ReadonlySet<string>): Selector =>
  (view) => {
    const isSafe = safe(view);
    const runs: string[][] = [[]];
    for (const { role, parts } of view.conversation.messages) {
      const isJoined = role === "user" && parts.every(({ id, type }) => type === "text" && !isSafe.has(id));
      if (isJoined) runs.at(-1)?.push(...parts.map(({ id }) => id));
      else runs.push([]);
    }
    return runs.filter((parts) => parts.length > 1).map((parts) => ({ parts, reason: "neighbours" }));
  };

/** Puts all texts of a run into its first part and removes the others. */
const join: Transform = {
  apply: (target, view, stepId) => {
    const [first, ...others] = target.parts;
    const text = target.parts.map((id) => partText(view.entry(id)?.part as Part)).join("\n\n");
    const taken = rewrite((part) => (part.type === "text" ? { ...part, text } : null));
    const keep = taken.apply({ ...target, parts: first === undefined ? [] : [first] }, view, stepId);
    return [...keep, ...drop.apply({ ...target, parts: others }, view, stepId)];
  },
};

/** Joins neighbouring user messages. With `faithful` the newest one is joined too, as in the product; else it stays as typed. */
export const joinNeighbours = (faithful: boolean): Procedure =>
  step({
    id: "join-neighbours",
    select: neighbours((view) => (faithful ? view.pinned() : view.protectedIds())),
    transform: join,
    respects: faithful ? "pinned" : "all",
  });
