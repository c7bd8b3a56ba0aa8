import type { Session } from "@/lib/transcript/session";
import { importCase, listCases } from "../../bench/accuracy/load-sessions";

/** The shared Claude Code sessions by name; empty, with a notice, where the transcripts are not beside the checkout. */
export async function loadSharedSessions(): Promise<ReadonlyMap<string, Session>> {
  const cases = listCases();
  if (cases.length === 0) console.error("Skipped: no shared transcripts at ../shared/transcripts.");
  const sessions = new Map<string, Session>();
  for (const entry of cases) for (const session of await importCase(entry)) sessions.set(entry.name, session);
  return sessions;
}
