import { apparentOrigin } from "../../conversation/apparent-origin";
import { isTypedUser, type Message } from "../../conversation/message";
import type { Part, SourceLocation } from "../../conversation/part";
import type { Decoded } from "../../formats/codec";
import { asCount, asObject, asText, type JsonObject } from "../../formats/json-fields";
import type { WireMessage } from "../../formats/wire-context";
import {
  type Origin,
  type Response,
  SESSION_VERSION,
  type Session,
  type SessionEvent,
  type SessionMessage,
} from "../../transcript/session";
import type { Usage } from "../../transcript/usage";
import type { ImportRun } from "../import-run";
import type { TranscriptFile } from "../importer";
import { isoTime } from "../iso-time";
import { splitIterations } from "../iterations";
import { usageOf } from "../part-drafts";
import { sessionIdOf } from "../session-id";
import { titleLine } from "../title-line";
import type { Exchange } from "./exchange";

const MAIN = "main";

export type ListedConversation = {
  readonly decoded: Decoded;
  readonly exchange: Exchange;
  /** The place of each message if messages are rows; a single place if the entire conversation is one row. */
  readonly sources: readonly SourceLocation[];
};

/** Builds a session from a list of messages, most of which have neither times nor usage. */
export function buildSession(listed: ListedConversation, index: number, file: TranscriptFile, run: ImportRun): Session {
  const { conversation, wire } = listed.decoded;
  const messages = conversation.messages.flatMap((message, at) =>
    splitCompaction(message)
      .filter(({ parts }) => parts.length > 0) // `system: []` adds nothing
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

/**
 * The iterations of the final answer. If a compaction's summary precedes that answer, the compaction is already a
 * response, so it is left out.
 */
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

/** The call that made a summary read everything before it. Later calls begin with the summary. */
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
  const origin = apparentOrigin(message);
  // A summary at the beginning of the list comes from a compaction before it.
  return origin === "summary" ? "client" : origin;
}

/** First and last time in the metadata of UI messages. Most lists of messages have no times. */
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

type SplitMessage = Message & { readonly isSummary?: true };

/**
 * Splits an answer that compacted first. The Messages API makes the summary in a separate call, which it bills
 * separately, and then reads nothing before the summary. So the summary becomes a message, and the answer follows it.
 */
function splitCompaction(message: Message): SplitMessage[] {
  if (message.role !== "assistant") return [message];
  const at = message.parts.findLastIndex(isCompaction);
  const summary = message.parts[at];
  if (!summary) return [message];
  const pieces: SplitMessage[] = [
    { ...message, id: `${message.id}~before`, parts: message.parts.slice(0, at) },
    { ...message, id: `${message.id}~compaction`, parts: [summary], isSummary: true },
    { ...message, parts: message.parts.slice(at + 1) },
  ];
  return pieces.filter(({ parts }) => parts.length > 0);
}

const isCompaction = (part: Part) => part.type === "opaque" && asObject(part.value)?.type === "compaction";

type WireMessages = ReadonlyMap<string, WireMessage>;

/** Every assistant message is one response. Further facts about it are in the exchange or in its metadata. */
function listResponses(messages: readonly SessionMessage[], exchange: Exchange, wire: WireMessages): Response[] {
  const usageOf = exchangeUsages(messages, exchange);
  const answersOf = countAnswers(messages, wire);
  return messages.flatMap((message, messageIndex) => {
    const { responseId: id, agent, parts } = message;
    if (id === undefined) return [];
    const raw = wire.get(message.id)?.raw;
    const facts = readUiMetadata(raw);
    // A multi-step message's usage may cover the last step or all of them; the log does not show which.
    const stated = raw && answersOf.get(raw) === 1 ? facts?.usage : null;
    const usage = usageOf.get(message) ?? stated ?? null;
    const source = parts[0]?.source;
    return [
      { id, agent, model: exchange.model ?? facts?.model ?? null, messageIndex, usage, ...(source && { source }) },
    ];
  });
}

/** Usage is known for the final answer of the exchange, and for the compaction at its start. */
function exchangeUsages(messages: readonly SessionMessage[], { hasAnswer, usage, compactionUsage }: Exchange) {
  const usages = new Map<SessionMessage, Usage>();
  const [before, last] = [messages.at(-2), messages.at(-1)];
  if (!hasAnswer || !last) return usages;
  const isOnlySummary = last.origin === "summary";
  const summary = isOnlySummary ? last : before;
  if (usage && !isOnlySummary) usages.set(last, usage);
  if (compactionUsage && summary?.origin === "summary") usages.set(summary, compactionUsage);
  return usages;
}

/** How many answers each logged message became. A UI message contains one per step. */
function countAnswers(messages: readonly SessionMessage[], wire: WireMessages): ReadonlyMap<object, number> {
  const counts = new Map<object, number>();
  for (const { id, responseId } of messages) {
    const raw = wire.get(id)?.raw;
    if (raw && responseId !== undefined) counts.set(raw, (counts.get(raw) ?? 0) + 1);
  }
  return counts;
}

type MessageFacts = {
  readonly model: string | null;
  readonly time: string | null;
  readonly usage: Usage | null;
};

/**
 * An application's data in the `metadata` of an AI SDK UI message, under the names of the SDK's own examples. Source:
 * ai-sdk.dev, "Message metadata" (2026). Null if there is none.
 */
function readUiMetadata(raw: unknown): MessageFacts | null {
  const metadata = asObject(asObject(raw)?.metadata);
  if (!metadata) return null;
  return {
    model: asText(metadata.model) ?? asText(metadata.modelId),
    time: isoTime(metadata.createdAt ?? metadata.timestamp),
    usage: readUsage(asObject(metadata.usage) ?? asObject(metadata.totalUsage)),
  };
}

/**
 * `LanguageModelUsage`. Version 6 has a field for the cached input. In earlier versions some providers include cached
 * tokens in `inputTokens`; if it is smaller than the number of cached tokens, it cannot include them.
 */
function readUsage(usage: JsonObject | null): Usage | null {
  const details = asObject(usage?.inputTokenDetails);
  const cacheRead = asCount(details?.cacheReadTokens) ?? asCount(usage?.cachedInputTokens);
  const written = asCount(details?.cacheWriteTokens);
  const input = asCount(usage?.inputTokens) ?? asCount(usage?.promptTokens);
  const cached = (cacheRead ?? 0) + (written ?? 0);
  const isInside = input !== null && input >= cached;
  return usageOf({
    uncachedInput: asCount(details?.noCacheTokens) ?? (isInside ? input - cached : input),
    cacheRead,
    cacheWriteUnsplit: written,
    output: asCount(usage?.outputTokens) ?? asCount(usage?.completionTokens),
    reasoning: asCount(asObject(usage?.outputTokenDetails)?.reasoningTokens) ?? asCount(usage?.reasoningTokens),
  });
}
