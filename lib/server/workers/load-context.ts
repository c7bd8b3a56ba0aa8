import fs from "node:fs";
import { Problem } from "@/lib/api/problem";
import type { MessageRow } from "@/lib/api/schemas/message-row";
import type { RequestRow } from "@/lib/api/schemas/request-row";
import { chosenRequest, type RequestChoice } from "@/lib/compress/request-choice";
import type { StoredContext } from "@/lib/compress/stored-context";
import type { Conversation } from "@/lib/conversation/message";
import { MAX_FUTURE_CHARACTERS } from "@/lib/evaluation/future";
import { CLEARED_RESULT_TOKENS, messagesOf, originalOfCleared, promptSpans } from "@/lib/transcript/context-at";
import { localSpan } from "@/lib/transcript/prompt-spans";
import type { Session, SessionMessage } from "@/lib/transcript/session";
import { oneHourShare, UNKNOWN_USAGE } from "@/lib/transcript/usage";
import { derivedPath, derivedRoot, isFileName, type SessionIndex } from "../files/derived";
import { PARSER_VERSION } from "../process/parser-version";
import { readJson, readSlice } from "./derived-reader";

export function loadContext(sessionId: string, choice: RequestChoice): StoredContext {
  const file = findDerived(sessionId);
  const read = <T>(name: string) => readJson<T>(file, name);
  const { requests } = read<{ requests: RequestRow[] }>("requests/all.json");
  const row = chosenRequest(requests, choice);
  if (!row) throw noSuchRequest(requests, choice);
  const frame = read<Omit<Session, "messages">>("session.json");
  const index = read<SessionIndex>("index.json");
  const span = promptSpans({ ...frame, messages: [] })[row.index];
  if (!span) throw noSuchRequest(requests, choice);
  const messages = readSlice<SessionMessage>(file, "messages.jsonl", index.messageOffsets, span);
  const rows = readSlice<MessageRow>(file, "message-rows.jsonl", index.rowOffsets, span);
  const local = localSpan(span);
  const conversation = { tools: frame.tools, messages: messagesOf({ ...frame, messages }, row.agent, local) };
  const tokensOf = countsOf(conversation, rows);
  return {
    conversation,
    request: row,
    format: frame.format,
    tokensOf,
    fixedTokens: fixedOf(row, conversation, tokensOf),
    oneHour: oneHourOf(requests, row),
    project: frame.project,
    future: () => loadFuture(file, span.end),
  };
}

/** The messages from the request's own answer onwards. */
function loadFuture(file: string, end: number): SessionMessage[] {
  const { messageOffsets } = readJson<SessionIndex>(file, "index.json");
  const from = messageOffsets[end] ?? 0;
  const past = messageOffsets.findIndex((offset, line) => line > end && offset - from > MAX_FUTURE_CHARACTERS);
  const last = past < 0 ? messageOffsets.length - 1 : past - 1;
  return readSlice<SessionMessage>(file, "messages.jsonl", messageOffsets, { start: end, end: Math.max(end, last) });
}

/** The ledger's counts. A result cleared by the client counts as its placeholder, as in the request's composition. */
function countsOf({ messages }: Conversation, rows: readonly MessageRow[]): Map<string, number> {
  const counts = new Map(rows.flatMap((message) => message.parts.map((part) => [part.id, part.tokens] as const)));
  for (const { id } of messages.flatMap((message) => message.parts)) {
    const original = originalOfCleared(id);
    if (original !== null) counts.set(id, Math.min(counts.get(original) ?? 0, CLEARED_RESULT_TOKENS));
  }
  return counts;
}

function oneHourOf(requests: readonly RequestRow[], { agent, model }: RequestRow): number | null {
  const own = requests.filter((row) => row.agent === agent && row.model === model);
  return oneHourShare(
    own.map((row) => ({ ...UNKNOWN_USAGE, cacheWrite5m: row.cache_write_5m, cacheWrite1h: row.cache_write_1h })),
  );
}

function fixedOf(row: RequestRow, { messages }: Conversation, tokensOf: ReadonlyMap<string, number>): number {
  const known = messages
    .flatMap((message) => message.parts)
    .reduce((sum, part) => sum + (tokensOf.get(part.id) ?? 0), 0);
  return Math.max(0, row.prompt_tokens - known);
}

/** The session's newest derived file. Workers do not use the database, and files exist only while their rows do. */
export function findDerived(sessionId: string): string {
  if (isFileName(sessionId)) {
    const versions = fs.existsSync(derivedRoot()) ? fs.readdirSync(derivedRoot()).map(Number) : [];
    for (const version of [PARSER_VERSION, ...versions.sort((a, b) => b - a)]) {
      const file = derivedPath(version, sessionId);
      if (fs.existsSync(file)) return file;
    }
  }
  throw new Problem(404, "no-such-session", "there is no session with that id", {
    errors: [{ pointer: "$.session.id", detail: "see GET /api/sessions" }],
    // If only the derived file is missing, the main thread can rebuild it (`healing-task.ts`).
    extra: { file: sessionId },
  });
}

function noSuchRequest(requests: readonly RequestRow[], choice: RequestChoice): Problem {
  const isByNumber = "number" in choice;
  const count = isByNumber ? requests.filter(({ agent }) => agent === choice.agent).length : requests.length;
  const whose = isByNumber ? `agent ${choice.agent} of the session` : "the session";
  const detail = isByNumber ? `1 to ${count}` : `0 to ${count - 1}`;
  const pointer = `$.session.${isByNumber ? "number" : "request"}`;
  const none = { pointer: "$.session.agent", detail: `agents: ${agentsOf(requests)}` };
  return new Problem(422, "no-such-request", `${whose} has ${count} requests, counted from ${isByNumber ? 1 : 0}`, {
    errors: [count === 0 && isByNumber ? none : { pointer, detail }],
  });
}

const SHOWN_AGENTS = 20;
const agentsOf = (requests: readonly RequestRow[]): string =>
  [...new Set(requests.map(({ agent }) => agent))].slice(0, SHOWN_AGENTS).join(", ");
