import type { Analysis } from "../pipeline/analyze-session";
import { type Comparable, needsFirstExchange } from "../transcript/copies";
import { firstExchange } from "./first-exchange";

/** A session's facts for finding copies, if one command reads many sessions. */
export function comparableOf({ session, requests }: Analysis): Comparable {
  const { id, format, client, title, startedAt, endedAt, clientSession = null } = session;
  return {
    id,
    format,
    likeness: startedAt === undefined ? null : JSON.stringify([title, startedAt, client ?? format]),
    clientSession,
    firstExchange: needsFirstExchange(format, clientSession) ? firstExchange(session) : null,
    requests: requests.length,
    startedAt: timeIn(startedAt),
    endedAt: timeIn(endedAt),
  };
}

const timeIn = (text: string | undefined): number | null => (text === undefined ? null : Date.parse(text));
