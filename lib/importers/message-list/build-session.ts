import { isTypedUser, type Message } from "../../conversation/message";
import type { SourceLocation } from "../../conversation/part";
import type { Decoded } from "../../formats/codec";
import {
  type Origin,
  SESSION_VERSION,
  type Session,
  type SessionEvent,
  type SessionMessage,
} from "../../transcript/session";
import type { ImportRun } from "../import-run";
import type { TranscriptFile } from "../importer";
import { splitIterations } from "../iterations";
import { sessionIdOf } from "../session-id";
import { titleLine } from "../title-line";
import type { Exchange } from "./exchange";
import { listResponses } from "./list-responses";
import { type SplitMessage, splitCompaction } from "./split-compaction";
import { readUiMetadata } from "./ui-metadata";

export const MAIN = "main";

export type ListedConversation = {
  readonly decoded: Decoded;
  readonly exchange: Exchange;
  /** The place of each message if messages are rows; a single place if the whole conversation is one row. */
  readonly sources: readonly SourceLocation[];
};

/** Builds a session from a list of messages, most of which have neither times nor usage. */
export function buildSession(listed: ListedConversation, index: number, file: TranscriptFile, run: ImportRun): Session {
  const { conversation, wire } = listed.decoded;
  const messages = conversation.messages.flatMap((message, at) =>
    splitCompaction(message)
      .filter(({ parts }) => parts.length > 0) // `system: []` says nothing
      .map((piece) => {
        const time = readUiMetadata(wire.messages.get(message.id)?.raw)?.time ?? null;
        return toSessionMessage(piece, sourceAt(listed, at), time);
      }),
  );
  const session: Session = {
    version: SESSION_VERSION,
    id: sessionIdOf(file.sha256, "", index),
    format: wire.format,
    client: null,
    clientVersions: [],
    title: titleOf(conversation.messages),
    project: null,
    files: [{ name: file.name, sha256: file.sha256, bytes: file.bytes }],
    agents: [{ id: MAIN, kind: "main", parent: null }],
    messages,
    responses: listResponses(messages, listed.exchange, wire.messages),
    events: compactionsIn(messages),
    tools: conversation.tools,
    ...timesOf(messages),
    rows: run.account(),
    keptRows: run.keptRows,
    issues: run.issues,
  };
  return splitIterations(session, iterationsOf(session, listed.exchange));
}

/** The iterations of the answer at the end. A compaction whose summary comes before it is already a response. */
function iterationsOf({ messages, responses }: Session, { hasAnswer, iterations = [] }: Exchange) {
  const [answer, last] = [responses.at(-1), messages.at(-1)];
  if (!hasAnswer || !answer || last?.responseId !== answer.id || last.origin === "summary") return new Map();
  const hasSummary = messages.at(-2)?.origin === "summary";
  const calls = iterations.filter(({ kind }) => !hasSummary || kind !== "compaction");
  return calls.length === 0 ? new Map() : new Map([[answer.id, calls]]);
}

const sourceAt = ({ sources }: ListedConversation, index: number) =>
  sources.length === 1 ? sources[0] : sources[index];

function toSessionMessage(
  piece: SplitMessage,
  source: SourceLocation | undefined,
  time: string | null,
): SessionMessage {
  const { isSummary: _, ...message } = piece;
  const parts = source ? message.parts.map((part) => ({ ...part, source })) : message.parts;
  const responseId = message.role === "assistant" ? { responseId: `${message.id}.response` } : {};
  return { ...message, parts, agent: MAIN, origin: originOf(piece), ...responseId, ...(time && { time }) };
}

/** The call that made a summary read everything before it; the calls after it begin with the summary. */
function compactionsIn(messages: readonly SessionMessage[]): SessionEvent[] {
  return messages.flatMap(({ origin, id, parts }, index) => {
    if (origin !== "summary") return [];
    const at = { agent: MAIN, atMessage: index + 1, keptFrom: index, summaryMessageId: id };
    const source = parts[0]?.source;
    return [{ type: "compaction", trigger: "auto", ...at, ...(source && { source }) } as const];
  });
}

function originOf(message: SplitMessage): Origin {
  if (message.isSummary) return "summary";
  if (message.role === "system") return "system";
  if (message.role === "assistant") return "model";
  return message.role === "user" && isTypedUser(message) ? "typed" : "tool";
}

/** First and last time in the metadata of UI messages; most lists of messages have no times. */
function timesOf(messages: readonly SessionMessage[]) {
  const times = messages.flatMap(({ time }) => time ?? []).sort();
  const [startedAt, endedAt] = [times[0], times.at(-1)];
  return { ...(startedAt && { startedAt }), ...(endedAt && { endedAt }) };
}

function titleOf(messages: readonly Message[]): string {
  const first = messages.find((message) => isTypedUser(message));
  const text = first?.parts.find((part) => part.type === "text");
  return titleLine(text?.type === "text" ? text.text : null) ?? "Untitled conversation";
}
