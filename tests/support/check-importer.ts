import { expect } from "vitest";
import { ImportRun } from "@/lib/importers/import-run";
import { claimsOf, importTranscript, type TranscriptFile } from "@/lib/importers/import-transcript";
import { DEFAULT_LIMITS } from "@/lib/importers/limits";
import { takeSample } from "@/lib/importers/take-sample";
import type { Session } from "@/lib/transcript/session";
import { drawSession } from "./draw-session";

/**
 * The laws of every importer: exactly one claims the file, names do not matter, every row is accounted for, ids and
 * indexes are valid, and the session is plain JSON. Returns the sessions as text, for a golden file.
 */
export async function checkImporter(files: readonly TranscriptFile[], importerId: string): Promise<string> {
  await claimedByExactly(files[0] as TranscriptFile, importerId);
  const imported = await mustImport(files);
  expect(imported.format).toBe(importerId);
  const renamed = await mustImport(files.map((file, index) => (index === 0 ? { ...file, name: "unknown" } : file)));
  const nameless = (sessions: readonly Session[]) => sessions.map((session) => ({ ...session, files: [] }));
  expect(nameless(renamed.sessions)).toEqual(nameless(imported.sessions));
  expect(imported.rows.read).toBe(imported.rows.interpreted + imported.rows.kept + imported.rows.bad);
  for (const session of imported.sessions) checkSession(session);
  return imported.sessions.map(drawSession).join("\n\n");
}

async function claimedByExactly(file: TranscriptFile, importerId: string) {
  const sample = await takeSample(file, new ImportRun(DEFAULT_LIMITS));
  if (!sample.ok) throw new Error(sample.error.message);
  expect(claimsOf(sample.value).map(({ importer }) => importer.id)).toEqual([importerId]);
}

export async function mustImport(files: readonly TranscriptFile[]) {
  const imported = await importTranscript(files);
  if (!imported.ok) throw new Error(`${imported.error.code}: ${imported.error.message}`);
  return imported.value;
}

export function checkSession(session: Session) {
  const { messages, responses, rows } = session;
  const agents = new Set(session.agents.map((agent) => agent.id));
  const partIds = messages.flatMap((message) => message.parts.map((part) => part.id));
  expect(rows.read).toBe(rows.interpreted + rows.kept + rows.bad);
  expect(session.keptRows.length).toBe(rows.kept);
  expect(new Set(partIds).size).toBe(partIds.length);
  expect(new Set(messages.map((message) => message.id)).size).toBe(messages.length);
  expect(new Set(responses.map((response) => response.id)).size).toBe(responses.length);
  expect(messages.filter((message) => !agents.has(message.agent))).toEqual([]);
  expect(messages.filter((message) => message.parts.length === 0)).toEqual([]);
  expect(responses.filter((response) => !isPlaced(response, session))).toEqual([]);
  expect(session.events.filter((event) => event.atMessage > messages.length)).toEqual([]);
  expect(session.events.map(({ atMessage }) => atMessage)).toEqual(
    session.events.map(({ atMessage }) => atMessage).toSorted((a, b) => a - b),
  );
  expect(JSON.parse(JSON.stringify(session))).toEqual(session);
}

function isPlaced(response: Session["responses"][number], session: Session): boolean {
  const message = session.messages[response.messageIndex];
  return message?.role === "assistant" && message.responseId === response.id && message.agent === response.agent;
}
