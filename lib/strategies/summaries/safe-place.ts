import { liveAssistant } from "../../conversation/invariants";
import { isTypedUser } from "../../conversation/message";
import type { PartEntry, View } from "../grammar/view";

/**
 * Index of the message before which a new one may be inserted: the wanted index, or the nearest earlier one at which no
 * remaining call awaits its result. Never among the system messages at the start.
 */
export function safePlace(wanted: number, isGone: (partId: string) => boolean, view: View): number {
  const { messages } = view.conversation;
  const first = messages.findIndex(({ role }) => role !== "system");
  const start = first === -1 ? messages.length : first;
  let index = Math.max(start, Math.min(wanted, openRunStart(isGone, view)));
  // Atoms are sorted by start. When the place moves back to an atom's start, only earlier ones can contain it.
  for (const atom of view.atoms().toReversed()) {
    const isAround = atom.start < index && index <= atom.end;
    if (isAround && !atom.partIds.every(isGone)) index = Math.max(start, atom.start);
  }
  return index;
}

/** The last place before every call that awaits its result, because a prompt after such a call would end its turn. */
function openRunStart(isGone: (partId: string) => boolean, view: View): number {
  const { messages } = view.conversation;
  const { openCalls } = view.pairs();
  if (openCalls.length === 0) return messages.length;
  const prompt = messages.findLastIndex(isTypedUser);
  const live = liveAssistant(messages);
  const isWaiting = ({ part, messageIndex }: PartEntry) =>
    !isGone(part.id) && (messageIndex > prompt || messageIndex === live);
  let run = openCalls.find(isWaiting)?.messageIndex ?? messages.length + 1;
  while (messages[run - 1]?.role === "assistant") run -= 1;
  return run - 1;
}
