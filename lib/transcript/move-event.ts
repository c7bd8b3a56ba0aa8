import type { SessionEvent } from "./session";

/** The event in another list of messages; `place` says where what stood at an index, or behind it, now begins. */
export function moveEvent(event: SessionEvent, place: (index: number) => number): SessionEvent {
  const moved = { ...event, atMessage: place(event.atMessage) };
  if (moved.type !== "compaction" && moved.type !== "rewind") return moved;
  const until = moved.keptUntil === undefined ? {} : { keptUntil: place(moved.keptUntil) };
  if (moved.type === "rewind" || moved.keptFrom === undefined) return { ...moved, ...until };
  return { ...moved, ...until, keptFrom: place(moved.keptFrom) };
}
