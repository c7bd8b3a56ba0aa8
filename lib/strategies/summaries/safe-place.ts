import { liveAssistant } from "../../conversation/invariants";
import type { View } from "../view";

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
  const live = liveAssistant(messages);
  const isOpen = [...view.pairs().openCalls.values()].some(({ index }) => index === live);
  if (live >= 0 && isOpen) {
    let run = live;
    while (messages[run - 1]?.role === "assistant") run -= 1;
    mark(run - 1, messages.length);
  }
  return inside;
}
