import type { LiveSession } from "@/lib/api/schemas/live-session";
import { mainAgent, toLiveSession } from "@/lib/view-models/session/live-session";
import type { SessionPlace } from "../store/session-indexes";
import { loadAgentRequests } from "./agent-requests";
import { loadCostAnswer } from "./cache-page";
import { findSession, loadSessionSummary } from "./sessions";

/** A key that changes with the session's state: each import makes a new row for its file. */
export const revisionOf = ({ parserVersion, fileId }: SessionPlace): string => `${parserVersion} ${fileId}`;

/** The live state of a session; 404 if there is no such session. */
export async function loadLiveSession(id: string): Promise<LiveSession> {
  const place = await findSession(id);
  const [summary, answer] = await Promise.all([loadSessionSummary(id), loadCostAnswer(id)]);
  const { rows, outline } = await loadAgentRequests(id, mainAgent(summary));
  return toLiveSession({ revision: revisionOf(place), rows, outline, answer, endedAt: summary.ended_at });
}
