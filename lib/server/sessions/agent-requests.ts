import type { RequestRow } from "@/lib/api/schemas/request-row";
import { type AgentOutline, emptyOutline } from "@/lib/read-models/agent-outline";
import { PARSER_VERSION } from "../process/parser-version";
import type { SessionPlace } from "../store/session-indexes";
import { loadIndex, readDerived } from "./session-files";
import { findSession, loadRequestRows } from "./sessions";

export type AgentRequests = { readonly rows: readonly RequestRow[]; readonly outline: AgentOutline };

/** The requests and the outline of one agent, for pages. 404 if there is no such session or agent. */
export async function loadAgentRequests(id: string, agent: string): Promise<AgentRequests> {
  const [place, rows] = await Promise.all([findSession(id), loadRequestRows(id, agent)]);
  if (place.parserVersion === PARSER_VERSION) return { rows, outline: await readOutline(place, agent) };
  // Read by an older parser and not yet re-read (rebuild.ts): newer fields are unknown.
  return { rows: rows.map((row) => ({ ...LATER_FIELDS, ...row })), outline: emptyOutline(agent) };
}

/** The outline of one agent; empty for a session read by an older parser. */
export async function loadOutline(id: string, agent: string): Promise<AgentOutline> {
  const place = await findSession(id);
  return place.parserVersion === PARSER_VERSION ? readOutline(place, agent) : emptyOutline(agent);
}

async function readOutline(place: SessionPlace, agent: string): Promise<AgentOutline> {
  const { agents } = await loadIndex(place);
  return JSON.parse(await readDerived(place, `agents/${agents.indexOf(agent)}.json`)) as AgentOutline;
}

/** Fields that older parsers did not write. Without message positions, the whole thread counts as the prompt. */
const LATER_FIELDS = {
  cache_write_5m: null,
  cache_write_1h: null,
  reasoning: null,
  message_start: 0,
  message_end: Number.MAX_SAFE_INTEGER,
  cost: null,
  cost_is_floor: false,
  cost_without_cache: null,
  idle: null,
} as const;
