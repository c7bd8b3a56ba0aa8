import type { Response, Session } from "../transcript/session";

/** True if the log ends with a compaction, without a later answer by the agent. */
export function endsCompacted({ events, responses }: Pick<Session, "events" | "responses">, agent: string): boolean {
  const last = events.findLast((event) => event.type === "compaction" && event.agent === agent);
  const answered = responses.findLast((response) => response.agent === agent)?.messageIndex ?? -1;
  return last !== undefined && last.atMessage > answered;
}

/** The session with the agent's next request added, because a compaction is measured between two requests. */
export function withNextRequest(session: Session, agent: string): Session {
  const next: Response = { id: "next", agent, model: null, messageIndex: session.messages.length, usage: null };
  return { ...session, responses: [...session.responses, next] };
}
