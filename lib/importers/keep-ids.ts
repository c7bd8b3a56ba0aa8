/** A session from an earlier import of a file. */
export type FormerSession = { readonly id: string; readonly startedAt: number | null };

/** A session from the current import of the same file. */
export type MadeSession = {
  readonly id: string;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  /** True if another file contains the session with this id, and keeps it. */
  readonly isTaken: boolean;
};

export type KeptIds = {
  /** Maps the importer's id to the session's earlier id, which it keeps. */
  readonly kept: ReadonlyMap<string, string>;
  /** Maps the id of a merged session to the id of the session that contains it. */
  readonly joined: ReadonlyMap<string, string>;
  /** The conversation of the file, if its client writes several files per conversation (`ImportRun.conversation`). */
  readonly conversation: string | null;
  /** Ids of former sessions that are part of that conversation, which another file contains. */
  readonly parts: readonly string[];
};

export const NO_KEPT_IDS: KeptIds = { kept: new Map(), joined: new Map(), conversation: null, parts: [] };

/**
 * Determines the ids of a file's sessions after another importer has read it. Sessions known to both imports keep their
 * ids. The others are matched by start time, then by place in the file, and matched sessions keep the earlier id. So
 * the first part of a split session keeps the id. A former session without a match was merged: into the session that
 * contains its start time, otherwise into the one at its place. Both lists are in file order. If a file no longer
 * contains any session, its former ones are parts of its conversation.
 */
export function keepIds(
  former: readonly FormerSession[],
  made: readonly MadeSession[],
  conversation: string | null = null,
): KeptIds {
  const madeIds = new Set(made.map(({ id }) => id));
  const formerIds = new Set(former.map(({ id }) => id));
  const lost = former.filter(({ id }) => !madeIds.has(id));
  const fresh = made.filter(({ id, isTaken }) => !formerIds.has(id) && !isTaken);
  const kept = new Map<string, string>();
  const isFound = new Set<string>();
  const pair = (session: MadeSession, { id }: FormerSession) => {
    kept.set(session.id, id);
    isFound.add(id);
  };
  for (const session of fresh) {
    const same = lost.find(
      ({ id, startedAt }) => startedAt !== null && startedAt === session.startedAt && !isFound.has(id),
    );
    if (same) pair(session, same);
  }
  const others = lost.filter(({ id }) => !isFound.has(id));
  fresh
    .filter(({ id }) => !kept.has(id))
    .forEach((session, place) => {
      const other = others[place];
      if (other) pair(session, other);
    });
  const joined = new Map<string, string>();
  former.forEach((session, place) => {
    if (madeIds.has(session.id) || isFound.has(session.id)) return;
    const whole = made.find((candidate) => holds(candidate, session)) ?? made[Math.min(place, made.length - 1)];
    if (whole) joined.set(session.id, kept.get(whole.id) ?? whole.id);
  });
  const parts = made.length === 0 && conversation !== null ? former.map(({ id }) => id) : [];
  return { kept, joined, conversation, parts };
}

const holds = ({ startedAt, endedAt }: MadeSession, part: FormerSession): boolean =>
  part.startedAt !== null &&
  startedAt !== null &&
  endedAt !== null &&
  startedAt <= part.startedAt &&
  part.startedAt <= endedAt;
