import fs from "node:fs";
import path from "node:path";
import { analyzeCache, type CacheAnalysis } from "@/lib/pipeline/analyze-cache";
import type { Analysis } from "@/lib/pipeline/analyze-session";
import type { Session } from "@/lib/transcript/session";
import { toAgentOutlines } from "@/lib/view-models/agent-outline";
import { toLibraryRow } from "@/lib/view-models/library-row";
import { type MessageRow, toMessageRows } from "@/lib/view-models/message-rows";
import { toRequestRows } from "@/lib/view-models/request-rows";
import { toSessionSummary } from "@/lib/view-models/session-summary";
import { withSimulated } from "@/lib/view-models/simulated-rows";
import { assertFileName, type SessionIndex } from "../derived";
import { LIMITS } from "../limits";
import type { DerivedSession } from "./derived-session";
import { JsonlWriter, writeDurably } from "./jsonl-writer";
import { writeCache } from "./write-cache";

/** Writes the derived files of one session (see derived.ts) and returns what becomes its row. */
export function writeDerived(analysis: Analysis, directory: string): DerivedSession {
  const { session } = analysis;
  assertFileName(session.id);
  fs.mkdirSync(path.join(directory, "requests"), { recursive: true });
  const agents = agentsOf(session);
  const messageOffsets = writeMessages(session, directory);
  const rows = toMessageRows(analysis, { maxChars: LIMITS.messageCharacters });
  const rowOffsets = writeRows(rows, directory);
  const numbers = new Map(agents.map((agent, number) => [agent, number]));
  const agentOf = session.messages.map((message) => numbers.get(message.agent) as number);
  const index: SessionIndex = { agents, agentOf, messageOffsets, rowOffsets };
  writeDurably(path.join(directory, "index.json"), JSON.stringify(index));
  const cache = analyzeCache(analysis);
  writeRequests(analysis, cache, agents, directory);
  writeOutlines(analysis, agents, rows, directory);
  writeCache(analysis, cache, agents, directory);
  writeFrame(session, directory);
  return summarise(analysis, directory);
}

/** The session's agents, and any that only a message names. */
const agentsOf = (session: Session): string[] => [
  ...new Set([...session.agents.map((agent) => agent.id), ...session.messages.map((message) => message.agent)]),
];

function writeMessages(session: Session, directory: string): readonly number[] {
  const messages = new JsonlWriter(path.join(directory, "messages.jsonl"));
  const parts = new JsonlWriter(path.join(directory, "parts.index"));
  parts.writeLine(""); // so that every id has a line break before it
  session.messages.forEach((message, index) => {
    messages.write(message);
    for (const part of message.parts) parts.writeLine(`${JSON.stringify(part.id)}\t${index}`);
  });
  parts.close();
  messages.close();
  return messages.offsets;
}

function writeRows(rows: readonly MessageRow[], directory: string): readonly number[] {
  const lines = new JsonlWriter(path.join(directory, "message-rows.jsonl"));
  for (const row of rows) lines.write(row);
  lines.close();
  return lines.offsets;
}

function writeRequests(
  analysis: Analysis,
  { lines }: CacheAnalysis,
  agents: readonly string[],
  directory: string,
): void {
  const rows = withSimulated(toRequestRows(analysis), lines);
  const write = (name: string, requests: typeof rows) =>
    writeDurably(path.join(directory, "requests", `${name}.json`), JSON.stringify({ requests }));
  write("all", rows);
  agents.forEach((agent, number) => {
    write(
      String(number),
      rows.filter((row) => row.agent === agent),
    );
  });
}

function writeOutlines(
  analysis: Analysis,
  agents: readonly string[],
  rows: readonly MessageRow[],
  directory: string,
): void {
  fs.mkdirSync(path.join(directory, "agents"));
  toAgentOutlines(analysis, agents, rows).forEach((outline, number) => {
    writeDurably(path.join(directory, "agents", `${number}.json`), JSON.stringify(outline));
  });
}

function writeFrame(session: Session, directory: string): void {
  const { messages: _, keptRows, ...frame } = session;
  writeDurably(path.join(directory, "session.json"), JSON.stringify({ ...frame, keptRows: [] }));
  writeDurably(path.join(directory, "kept-rows.json"), JSON.stringify(keptRows));
}

function summarise(analysis: Analysis, directory: string): DerivedSession {
  const { session, requests } = analysis;
  const summary = toSessionSummary(analysis);
  const summaryJson = JSON.stringify(summary);
  writeDurably(path.join(directory, "summary.json"), summaryJson);
  return {
    id: session.id,
    title: session.title,
    client: session.client,
    project: session.project,
    startedAt: session.startedAt ?? null,
    endedAt: session.endedAt ?? null,
    messages: session.messages.length,
    requests: requests.length,
    peakTokens: summary.window.peak_tokens ?? 0,
    rowJson: JSON.stringify(toLibraryRow(analysis)),
    summaryJson,
  };
}
