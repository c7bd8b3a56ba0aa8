import type { Session } from "@/lib/transcript/session";
import { importCase, listCases } from "../../bench/accuracy/load-sessions";

/** The Claude Code sessions of a shared folder by name. */
export async function loadClaudeCodeSessions(folder: string): Promise<ReadonlyMap<string, Session>> {
  const sessions = new Map<string, Session>();
  for (const entry of listCases(folder))
    for (const session of await importCase(entry)) sessions.set(entry.name, session);
  return sessions;
}
