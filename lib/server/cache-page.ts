import { access } from "node:fs/promises";
import type { AgentCache, SessionCache } from "@/lib/view-models/session-cache";
import { CACHE_FOLDER } from "./derived";
import { runTask } from "./pool";
import { Problem } from "./problem";
import { fileOf, loadIndex, readDerived, type SessionPlace } from "./session-files";
import { findSession } from "./sessions";

/** The cache of a whole session; 404 when there is no such session. Computed in a worker where it is not stored yet. */
export async function loadSessionCache(id: string): Promise<SessionCache> {
  return JSON.parse(await readCache(await findSession(id), "session")) as SessionCache;
}

/** The cache of one agent; 404 when there is no such agent. */
export async function loadAgentCache(id: string, agent: string): Promise<AgentCache> {
  const place = await findSession(id);
  const number = (await loadIndex(place)).agents.indexOf(agent);
  if (number < 0) throw new Problem(404, "no-such-agent", "the session has no agent with that id");
  return JSON.parse(await readCache(place, `${number}`)) as AgentCache;
}

async function readCache(place: SessionPlace, name: string): Promise<string> {
  const isStored = await access(fileOf(place, `${CACHE_FOLDER}/session.json`)).then(
    () => true,
    () => false,
  );
  if (!isStored) await runTask({ kind: "cache-page", input: { sessionId: place.id } }, { lane: "interactive" });
  return readDerived(place, `${CACHE_FOLDER}/${name}.json`);
}
