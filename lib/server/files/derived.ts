import path from "node:path";
import { dataDir } from "../process/settings";

/**
 * Everything derived from one session is in one file, which the import worker writes and nothing changes afterwards. It
 * is a section file (section-file.ts) with these sections:
 *
 *   index.json           { agents, agentOf, messageOffsets, rowOffsets }: what a page needs to seek
 *   session.json         the Session without messages, keptRows and issues
 *   kept-rows.json       its keptRows
 *   messages.jsonl       one SessionMessage per line
 *   message-rows.jsonl   one row of GET …/messages per line, texts cut at LIMITS.messageCharacters
 *   parts.index          one line per part: id, tab, index of its message
 *   requests/all.json    { requests }: a RequestRow per line; requests/<n>.json for agent n of the index
 *   simulated-reads/all.jsonl   the simulated cache lines' figures for each of these requests, one per line; <n>.jsonl likewise
 *   agents/<n>.json      what a page needs of agent n besides its requests: AgentOutline
 *   cache/session.json   SessionCache, for the pages Cache and Findings; cache/<n>.json is the AgentCache of agent n
 *   composition/<n>.json AgentComposition of agent n, for the pages Composition and Findings
 *   simulated/session.json   SimulatedCache, if the log reports nothing about its cache; simulated/<policy>/<n>.json is
 *                        the SimulatedAgent of agent n under that policy
 *   answer.json          the body of GET /api/sessions/:id/answer: CostAnswer
 *   spend.json           the body of GET /api/sessions/:id/spend: Spend
 *   summary.json         the body of GET /api/sessions/:id
 */
export const derivedRoot = (): string => path.join(dataDir(), "derived");

export function derivedPath(parserVersion: number, sessionId: string): string {
  assertFileName(sessionId);
  return path.join(derivedRoot(), String(parserVersion), sessionId);
}

/** Ids come from transcripts and URLs, so only a safe file name may become part of a path. */
export function assertFileName(id: string): void {
  if (!isFileName(id)) throw new Error("a session id is not usable as a file name");
}

export const isFileName = (id: string): boolean => /^[A-Za-z0-9_-][A-Za-z0-9_.-]{0,127}$/.test(id);

export type SessionIndex = {
  readonly agents: readonly string[];
  /** Index into `agents`, per message. */
  readonly agentOf: readonly number[];
  /** Byte offset of each line in the section, then of the section's end: line i goes from entry i to entry i + 1. */
  readonly messageOffsets: readonly number[];
  readonly rowOffsets: readonly number[];
};
