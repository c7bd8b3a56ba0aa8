import type { SessionEvent } from "./session";

/**
 * The event adapted to another list of messages; `place` maps an old index to that of the first message at or after it
 * in the new list.
 */
export function moveEvent(event: SessionEvent, place: (index: number) => number): SessionEvent {
  const moved = { ...event, atMessage: place(event.atMessage) };
  if (moved.type !== "compaction" && moved.type !== "rewind") return moved;
  const until = moved.keptUntil === undefined ? {} : { keptUntil: place(moved.keptUntil) };
  if (moved.type === "rewind") return { ...moved, ...until };
  const { keptFrom, kept, keptBehind } = moved;
  return {
    ...moved,
    ...until,
    ...(keptFrom !== undefined && { keptFrom: place(keptFrom) }),
    ...(kept !== undefined && { kept: kept.map(({ start, end }) => ({ start: place(start), end: place(end) })) }),
    ...(keptBehind !== undefined && { keptBehind: place(keptBehind) }),
  };
}
