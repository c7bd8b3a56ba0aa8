/** A session that a file gave when it was read before. */
export type FormerSession = { readonly id: string; readonly startedAt: number | null };

/** A session that the importer makes of the same file now. */
export type MadeSession = {
  readonly id: string;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  /** Another file shows a session with this id, so that it keeps it. */
  readonly isTaken: boolean;
};

export type KeptIds = {
  /** By the id that the importer makes, the id that the session has had before and keeps. */
  readonly kept: ReadonlyMap<string, string>;
  /** By the id of a session that there is no more, the id of the one that it has become a part of. */
  readonly joined: ReadonlyMap<string, string>;
  /** The conversation of the file, if its client leaves several files of one (`ImportRun.conversation`). */
  readonly conversation: string | null;
  /** Ids of former sessions that are part of that conversation, which another file holds. */
  readonly parts: readonly string[];
};

export const NO_KEPT_IDS: KeptIds = { kept: new Map(), joined: new Map(), conversation: null, parts: [] };

/**
 * Which ids the sessions of a file have after it was read by another importer. Those that both readings know stay. Of the rest,
 * sessions that start at the same moment are the same, then those at the same place in the file: they keep the id of before. So
 * of a session that was split, the first part keeps the id. A former session that is left over was joined: into the one
 * that it starts in, otherwise into the one at its place. Both lists are in the order of the file.
 * The sessions of a file that gives none any more are parts of its conversation.
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
