import { Problem } from "@/lib/api/problem";
import type { AgentCache, SessionCache } from "@/lib/view-models/session-cache";
import { loadIndex, readDerived } from "./session-files";
import { findSession } from "./sessions";

/** The cache of a whole session; 404 when there is no such session. */
export async function loadSessionCache(id: string): Promise<SessionCache> {
  return JSON.parse(await readDerived(await findSession(id), "cache/session.json")) as SessionCache;
}

/** The cache of one agent; 404 when there is no such agent. */
export async function loadAgentCache(id: string, agent: string): Promise<AgentCache> {
  const place = await findSession(id);
  const number = (await loadIndex(place)).agents.indexOf(agent);
  if (number < 0) throw new Problem(404, "no-such-agent", "the session has no agent with that id");
  return JSON.parse(await readDerived(place, `cache/${number}.json`)) as AgentCache;
}
