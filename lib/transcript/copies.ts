/** What the search for copies compares. Null equals nothing. */
export type Comparable = {
  readonly id: string;
  readonly format: string;
  /** Equal for sessions with the same title, client and start. */
  readonly likeness: string | null;
  /** The client's own id of the session. */
  readonly clientSession: string | null;
  /** Equal for sessions that begin with the same prompt and answer; may be null if it is not needed. */
  readonly firstExchange: string | null;
  readonly requests: number;
  /** Milliseconds since 1970. */
  readonly startedAt: number | null;
  readonly endedAt: number | null;
};

/** `winnow record` writes this format; its requests are exact. */
export const RECORDING_FORMAT = "winnow-recording";

/** Clients that, as of 28 November 2026, send no session id with a request, so their recordings have none. */
const WITHOUT_SENT_ID: readonly string[] = ["gemini-cli", "qwen-code", "pi"];

/** True if only the first exchange can match a log with its recording. */
export const needsFirstExchange = (format: string, clientSession: string | null): boolean =>
  WITHOUT_SENT_ID.includes(format) || (format === RECORDING_FORMAT && clientSession === null);

/**
 * Maps each copy to its original, so that totals count a session once. A copy has the title, client and start of its
 * original, or another format (log, recording, telemetry) and the client's same session id. A recording without that id
 * is matched by its first exchange and its time. The original is the session with the most requests, then the recording,
 * then the first in the list.
 */
export function copiesAmong(sessions: readonly Comparable[]): Map<string, string> {
  const ranked = [...sessions].sort((a, b) => b.requests - a.requests || exactness(b) - exactness(a));
  const alike = groupsOf(ranked);
  const copies = new Map<string, string>();
  const originals = new Set<string>();
  for (const original of ranked) {
    if (copies.has(original.id)) continue;
    originals.add(original.id);
    for (const other of keysOf(original).flatMap((key) => alike.get(key) ?? []))
      if (!originals.has(other.id) && !copies.has(other.id) && isCopyOf(other, original))
        copies.set(other.id, original.id);
  }
  return copies;
}

/** Only sessions that share one of these values can be copies of each other. */
const keysOf = ({ likeness, clientSession, firstExchange }: Comparable): string[] =>
  [likeness, clientSession, firstExchange].flatMap((key, at) => (key === null ? [] : [`${at} ${key}`]));

function groupsOf(sessions: readonly Comparable[]): ReadonlyMap<string, readonly Comparable[]> {
  const groups = new Map<string, Comparable[]>();
  for (const session of sessions)
    for (const key of keysOf(session)) {
      const group = groups.get(key);
      if (group) group.push(session);
      else groups.set(key, [session]);
    }
  return groups;
}

const exactness = ({ format }: Comparable): number => Number(format === RECORDING_FORMAT);

function isCopyOf(session: Comparable, original: Comparable): boolean {
  if (session.format !== original.format && isOneSession(session, original)) return true;
  return session.likeness !== null && session.likeness === original.likeness && !isFork(session, original);
}

/** Compares the client's session ids. Recordings of clients that send none are matched by first exchange and time. */
function isOneSession(one: Comparable, other: Comparable): boolean {
  if (one.clientSession !== null && other.clientSession !== null) return one.clientSession === other.clientSession;
  const isRecorded = one.format === RECORDING_FORMAT || other.format === RECORDING_FORMAT;
  const isAlike = one.firstExchange !== null && one.firstExchange === other.firstExchange;
  return isRecorded && isAlike && overlap(one, other);
}

/** Log and recording use the same clock, but some logs round to seconds. */
const SLACK_MS = 2_000;

const overlap = (one: Comparable, other: Comparable): boolean =>
  one.startedAt !== null &&
  one.endedAt !== null &&
  other.startedAt !== null &&
  other.endedAt !== null &&
  one.startedAt <= other.endedAt + SLACK_MS &&
  other.startedAt <= one.endedAt + SLACK_MS;

/** True if the session forked from its parent: it has the parent's rows and title, its own id, and a later end. */
const isFork = (session: Comparable, parent: Comparable): boolean =>
  session.clientSession !== null &&
  parent.clientSession !== null &&
  session.clientSession !== parent.clientSession &&
  (session.endedAt ?? 0) > (parent.endedAt ?? 0);

/** Leaves out copies of other sessions in the list. */
export function countedOnce<T>(sessions: readonly T[], asComparable: (session: T) => Comparable): T[] {
  const compared = sessions.map(asComparable);
  const copies = copiesAmong(compared);
  return sessions.filter((_, index) => !copies.has(compared[index]?.id ?? ""));
}
