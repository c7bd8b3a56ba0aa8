/** A session as it is compared with others. Keys are equal or not; null equals nothing. */
export type Comparable = {
  readonly id: string;
  readonly format: string;
  /** What sessions of one title, client and start share. */
  readonly likeness: string | null;
  /** What sessions share to which their client gave the same id. */
  readonly clientSession: string | null;
  /** What sessions share that begin with the same prompt and answer; null also if it is not needed. */
  readonly firstExchange: string | null;
  readonly requests: number;
  /** Milliseconds since 1970. */
  readonly startedAt: number | null;
  readonly endedAt: number | null;
};

/** `winnow record` writes this format; its requests are exact. */
export const RECORDING_FORMAT = "winnow-recording";

/** Their clients send no id of the session with a request (28 November 2026), so a recording of theirs has none. */
const WITHOUT_SENT_ID: readonly string[] = ["gemini-cli", "qwen-code", "pi"];

/** Whether only the first exchange can show that a log and a recording are of one session. */
export const needsFirstExchange = (format: string, clientSession: string | null): boolean =>
  WITHOUT_SENT_ID.includes(format) || (format === RECORDING_FORMAT && clientSession === null);

/**
 * Maps each copy to its original: what a library holds twice counts once. A session is told again by another file of the
 * same title, client and start, and by a file of another format with the client's own id: a log, a recording, telemetry. A
 * recording without that id repeats a log of the same first exchange and time.
 * The original is the one with the most requests, then a recording, then the first of the list.
 */
export function copiesAmong(sessions: readonly Comparable[]): Map<string, string> {
  const ranked = [...sessions].sort((a, b) => b.requests - a.requests || exactness(b) - exactness(a));
  const copies = new Map<string, string>();
  for (const [rank, original] of ranked.entries()) {
    if (copies.has(original.id)) continue;
    for (const other of ranked.slice(rank + 1))
      if (!copies.has(other.id) && tellsAgain(other, original)) copies.set(other.id, original.id);
  }
  return copies;
}

const exactness = ({ format }: Comparable): number => Number(format === RECORDING_FORMAT);

function tellsAgain(session: Comparable, original: Comparable): boolean {
  if (session.format !== original.format && isOneSession(session, original)) return true;
  return session.likeness !== null && session.likeness === original.likeness && !isFork(session, original);
}

/** Some clients send no id of their session, so what was said and when has to do for a recording of theirs. */
function isOneSession(one: Comparable, other: Comparable): boolean {
  if (one.clientSession !== null && other.clientSession !== null) return one.clientSession === other.clientSession;
  const isRecorded = one.format === RECORDING_FORMAT || other.format === RECORDING_FORMAT;
  const isAlike = one.firstExchange !== null && one.firstExchange === other.firstExchange;
  return isRecorded && isAlike && overlap(one, other);
}

/** Clocks of log and recording agree, but a log may name the second only. */
const SLACK_MS = 2_000;

const overlap = (one: Comparable, other: Comparable): boolean =>
  one.startedAt !== null &&
  one.endedAt !== null &&
  other.startedAt !== null &&
  other.endedAt !== null &&
  one.startedAt <= other.endedAt + SLACK_MS &&
  other.startedAt <= one.endedAt + SLACK_MS;

/** A fork begins with its parent's rows and title, and goes on under an id of its own. */
const isFork = (session: Comparable, parent: Comparable): boolean =>
  session.clientSession !== null &&
  parent.clientSession !== null &&
  session.clientSession !== parent.clientSession &&
  (session.endedAt ?? 0) > (parent.endedAt ?? 0);

/** The sessions without those that another one among them tells as well. */
export function countedOnce<T>(sessions: readonly T[], asComparable: (session: T) => Comparable): T[] {
  const compared = sessions.map(asComparable);
  const copies = copiesAmong(compared);
  return sessions.filter((_, index) => !copies.has(compared[index]?.id ?? ""));
}
