import { liveAssistant } from "../../conversation/invariants";
import { isTypedUser } from "../../conversation/message";
import type { PartEntry, View } from "../view";

/** Where a summary is wanted: at the start, where the first dropped message stood, or at the end. */
export type SummaryPlace = "start" | "hole" | "end";

/**
 * `place`: one of the names, or an index. The index in the old list of messages before which a new message may stand: the wanted one, or the nearest before it
 * where no call is waiting for its result. Never among the system messages at the start.
 */
export function safePlace(place: SummaryPlace | number, dropped: ReadonlySet<string>, view: View): number {
  const { messages } = view.conversation;
  const first = messages.findIndex(({ role }) => role !== "system");
  const start = first === -1 ? messages.length : first;
  let wanted = typeof place === "number" ? place : start;
  if (place === "end") wanted = messages.length;
  if (place === "hole") wanted = messages.findIndex(({ parts }) => parts.some(({ id }) => dropped.has(id)));
  const inside = insideExchanges(dropped, view);
  let index = Math.max(start, wanted);
  while (index > start && inside[index]) index -= 1;
  return index;
}

/** For each index whether an exchange that stays is open there. */
function insideExchanges(dropped: ReadonlySet<string>, view: View): boolean[] {
  const { messages } = view.conversation;
  const inside = new Array<boolean>(messages.length + 1).fill(false);
  const mark = (from: number, to: number) => inside.fill(true, from + 1, to + 1);
  for (const { start, end, partIds } of view.atoms())
    if (end > start && !partIds.every((id) => dropped.has(id))) mark(start, end);
  const open = firstOpenCall(dropped, view);
  if (open === null) return inside;
  let run = open;
  while (messages[run - 1]?.role === "assistant") run -= 1;
  mark(run - 1, messages.length);
  return inside;
}

/** Index of the first call behind the last prompt that nothing has answered and that stays: a prompt behind it would end its turn. */
function firstOpenCall(dropped: ReadonlySet<string>, view: View): number | null {
  const { messages } = view.conversation;
  const prompt = messages.findLastIndex(isTypedUser);
  const live = liveAssistant(messages);
  const isWaiting = ({ part, messageIndex }: PartEntry) =>
    !dropped.has(part.id) && (messageIndex > prompt || messageIndex === live);
  return view.pairs().openCalls.find(isWaiting)?.messageIndex ?? null;
}
