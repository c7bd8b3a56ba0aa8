import { Problem } from "@/lib/api/problem";
import type { CostAnswer } from "@/lib/api/schemas/cost-answer";
import type { Spend } from "@/lib/api/schemas/spend";
import type { AgentComposition } from "@/lib/read-models/composition";
import type { AgentCache, SessionCache } from "@/lib/read-models/session-cache";
import type { SimulatedAgent, SimulatedCache } from "@/lib/read-models/simulated-cache";
import { loadIndex, readDerived } from "./session-files";
import { findSession, loadSessionSummary } from "./sessions";

/** The cache of a whole session; 404 if there is no such session. */
export async function loadSessionCache(id: string): Promise<SessionCache> {
  return JSON.parse(await readDerived(await findSession(id), "cache/session.json")) as SessionCache;
}

/** A session's cost, its causes and possible changes; 404 if there is no such session. */
export async function loadCostAnswer(id: string): Promise<CostAnswer> {
  return JSON.parse(await readDerived(await findSession(id), "answer.json")) as CostAnswer;
}

/** A session's tokens and money by spender; 404 if there is no such session. */
export async function loadSpend(id: string): Promise<Spend> {
  return JSON.parse(await readDerived(await findSession(id), "spend.json")) as Spend;
}

/**
 * The simulated cache of a session whose log reports none, with one agent under the chosen policy (the default if the
 * choice is unknown). Null if the log reports its cache.
 */
export async function loadSimulatedCache(id: string, agent: string, chosen: string | null) {
  const place = await findSession(id);
  const summary = await loadSessionSummary(id);
  if (!summary.cache.simulated) return null;
  const cache = JSON.parse(await readDerived(place, "simulated/session.json")) as SimulatedCache;
  const policy = cache.policies.find((row) => row.id === chosen)?.id ?? cache.usual;
  const number = (await loadIndex(place)).agents.indexOf(agent);
  const own = JSON.parse(await readDerived(place, `simulated/${policy}/${number}.json`)) as SimulatedAgent;
  return { cache, own, policy };
}

/** The composition of one agent's prompts; 404 if there is no such agent. */
export async function loadAgentComposition(id: string, agent: string): Promise<AgentComposition> {
  const place = await findSession(id);
  const number = (await loadIndex(place)).agents.indexOf(agent);
  if (number < 0) throw new Problem(404, "no-such-agent", "the session has no agent with that id");
  return JSON.parse(await readDerived(place, `composition/${number}.json`)) as AgentComposition;
}

/** The cache of one agent; 404 if there is no such agent. */
export async function loadAgentCache(id: string, agent: string): Promise<AgentCache> {
  const place = await findSession(id);
  const number = (await loadIndex(place)).agents.indexOf(agent);
  if (number < 0) throw new Problem(404, "no-such-agent", "the session has no agent with that id");
  return JSON.parse(await readDerived(place, `cache/${number}.json`)) as AgentCache;
}
