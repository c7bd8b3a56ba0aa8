import { isTypedUser, type Message } from "../../conversation/message";
import type { SourceLocation } from "../../conversation/part";
import type { Decoded } from "../../formats/codec";
import {
  type Origin,
  type Response,
  SESSION_VERSION,
  type Session,
  type SessionMessage,
} from "../../transcript/session";
import type { ImportRun } from "../import-run";
import type { TranscriptFile } from "../importer";
import { sessionIdOf } from "../session-id";
import type { Exchange } from "./exchange";

export const MAIN = "main";

export type ListedConversation = {
  readonly decoded: Decoded;
  readonly exchange: Exchange;
  /** Where each message stood, when messages are rows; one place for all, when the conversation is one row. */
  readonly sources: readonly SourceLocation[];
};

/** A session of a list of messages. Every assistant message was one response; usage is known for an answer at most. */
export function buildSession(listed: ListedConversation, index: number, file: TranscriptFile, run: ImportRun): Session {
  const { conversation, wire } = listed.decoded;
  const messages = conversation.messages.map((message, at) => toSessionMessage(message, sourceAt(listed, at)));
  return {
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
    responses: responsesOf(messages, listed.exchange),
    events: [],
    tools: conversation.tools,
    rows: run.account(),
    keptRows: run.keptRows,
    issues: run.issues,
  };
}

const sourceAt = ({ sources }: ListedConversation, index: number) =>
  sources.length === 1 ? sources[0] : sources[index];

function toSessionMessage(message: Message, source: SourceLocation | undefined): SessionMessage {
  const parts = source ? message.parts.map((part) => ({ ...part, source })) : message.parts;
  const responseId = message.role === "assistant" ? { responseId: `${message.id}.response` } : {};
  return { ...message, parts, agent: MAIN, origin: originOf(message), ...responseId };
}

function originOf(message: Message): Origin {
  if (message.role === "system") return "system";
  if (message.role === "assistant") return "model";
  return message.role === "user" && isTypedUser(message) ? "typed" : "tool";
}

function responsesOf(messages: readonly SessionMessage[], exchange: Exchange): Response[] {
  return messages.flatMap((message, messageIndex) => {
    if (message.responseId === undefined) return [];
    const isAnswer = exchange.hasAnswer && messageIndex === messages.length - 1;
    const source = message.parts[0]?.source;
    return [
      {
        id: message.responseId,
        agent: MAIN,
        model: exchange.model,
        messageIndex,
        usage: isAnswer ? exchange.usage : null,
        ...(source && { source }),
      },
    ];
  });
}

function titleOf(messages: readonly Message[]): string {
  const first = messages.find((message) => isTypedUser(message));
  const text = first?.parts.find((part) => part.type === "text");
  const line = text?.type === "text" ? text.text.trim().split("\n", 1)[0] : "";
  return line ? line.slice(0, 120) : "Untitled conversation";
}
