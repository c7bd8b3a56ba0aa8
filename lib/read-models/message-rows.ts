import { roundAmount } from "../api/answers/money";
import type { Money } from "../api/schemas/fields";
import type { MessageRow, PartRow } from "../api/schemas/message-row";
import { type Part, partText } from "../conversation/part";
import { positionInThread } from "../ledger/agent-threads";
import type { Analysis } from "../pipeline/analyze-session";
import type { ModelRequest } from "../requests/reconstruct-requests";
import { byAgent } from "../transcript/by-agent";
import { leftBranches, outsideGaps } from "../transcript/prompt-spans";
import type { Session, SessionMessage } from "../transcript/session";
import { carryRates } from "./carry-rates";
import { clearedResults, type MessageLife, messageLives } from "./part-lives";
import { type ToolFacts, toolFacts } from "./tool-facts";

export type MessageRowOptions = { readonly maxChars?: number };

/** All messages of the session in file order, one row each. Linear in messages + requests. */
export const toMessageRows = (analysis: Analysis, options: MessageRowOptions = {}): MessageRow[] => [
  ...messageRows(analysis, options),
];

/** The same rows one by one, so that they need not all be in memory. */
export function* messageRows(analysis: Analysis, options: MessageRowOptions = {}): Generator<MessageRow> {
  const { session, requests } = analysis;
  const agents = new Map([...byAgent(requests)].map(([agent, own]) => [agent, agentFacts(own, analysis)] as const));
  const facts: SessionFacts = {
    analysis,
    agents,
    toolOf: toolFacts(session),
    isLeft: leftMessages(session),
    maxChars: options.maxChars ?? Number.POSITIVE_INFINITY,
  };
  for (const [index, message] of session.messages.entries()) yield toRow(message, index, facts);
}

type AgentFacts = {
  readonly lives: readonly MessageLife[];
  /** Dollars per token of the part, over all requests that carried it. */
  readonly rates: ReadonlyMap<string, number | null>;
  readonly cleared: ReadonlyMap<string, number>;
  readonly requestOfResponse: ReadonlyMap<string, number>;
};
type SessionFacts = {
  readonly analysis: Analysis;
  readonly agents: ReadonlyMap<string, AgentFacts>;
  readonly toolOf: (part: Part) => ToolFacts;
  /** Must be queried in message order. */
  readonly isLeft: (agent: string, index: number) => boolean;
  readonly maxChars: number;
};

function agentFacts(requests: readonly ModelRequest[], { ledger, session }: Analysis): AgentFacts {
  const requestOfResponse = requests.flatMap(({ index, indexInAgent }) => {
    const response = session.responses[index];
    return response === undefined ? [] : [[response.id, indexInAgent] as const];
  });
  const lives = messageLives(requests, ledger);
  const cleared = clearedResults(requests, ledger);
  const messages = ledger.threads.get(requests[0]?.agent ?? "")?.messages ?? [];
  const sent = messages.flatMap(({ parts }, position) =>
    parts.flatMap((part) => {
      const { first, last } = requestsWith(part, lives[position], cleared);
      return first === null || last === null ? [] : [{ id: part.id, position, first, last }];
    }),
  );
  const rates = carryRates(requests, ledger, sent);
  return {
    lives,
    rates: new Map(sent.map(({ id }, at) => [id, rates[at] ?? null])),
    cleared,
    requestOfResponse: new Map(requestOfResponse),
  };
}

/** Includes what a rewind abandoned at the very end, which no request shows. */
function leftMessages(session: Session): SessionFacts["isLeft"] {
  const tests = new Map<string, (index: number) => boolean>();
  return (agent, index) => {
    const isIn = tests.get(agent) ?? outsideGaps(leftBranches(session, agent));
    tests.set(agent, isIn);
    return !isIn(index);
  };
}

function toRow(message: SessionMessage, index: number, facts: SessionFacts): MessageRow {
  const agent = facts.agents.get(message.agent);
  const thread = facts.analysis.ledger.threads.get(message.agent);
  const position = positionInThread(thread, index);
  const life = message.isHidden ? undefined : agent?.lives[position];
  const produced = message.responseId === undefined ? undefined : agent?.requestOfResponse.get(message.responseId);
  return {
    index,
    id: message.id,
    agent: message.agent,
    role: message.role,
    origin: message.origin,
    time: message.time ?? null,
    response_id: message.responseId ?? null,
    request: produced ?? life?.first ?? null,
    hidden: message.isHidden ?? false,
    abandoned: facts.isLeft(message.agent, index),
    parts: message.parts.map((part) => toPartRow(part, life, agent, facts)),
  };
}

function toPartRow(
  part: Part,
  life: MessageLife | undefined,
  agent: AgentFacts | undefined,
  { analysis, toolOf, maxChars }: SessionFacts,
): PartRow {
  const counted = analysis.ledger.parts.get(part.id);
  const { tool, path, command, failure } = toolOf(part);
  const tokens = counted?.tokens ?? 0;
  const text = partText(part);
  const shown = cut(text, maxChars);
  const sentIn = requestsWith(part, life, agent?.cleared);
  return {
    id: part.id,
    kind: counted?.kind ?? "user",
    type: part.type,
    tool,
    path,
    command,
    is_error: failure?.basis === "marked",
    failure,
    tokens,
    basis: counted?.basis ?? "estimated",
    text: shown,
    chars: text.length,
    truncated: shown.length < text.length,
    first_request: sentIn.first,
    last_request: sentIn.last,
    requests_carried: sentIn.first === null || sentIn.last === null ? 0 : sentIn.last - sentIn.first + 1,
    carry_cost: carryCost(tokens, agent?.rates.get(part.id) ?? null),
    fate: sentIn.status,
    fate_request: sentIn.goneAt,
  };
}

export type SentIn = { first: number | null; last: number | null; status: PartRow["fate"]; goneAt: number | null };

/** The requests that carried a part of a message with this life: a cleared result leaves the prompt earlier. */
export function requestsWith(
  part: Part,
  life: MessageLife | undefined,
  clearedAt: ReadonlyMap<string, number> | undefined,
): SentIn {
  const { first, last, status, goneAt }: SentIn = life ?? {
    first: null,
    last: null,
    status: "live",
    goneAt: null,
  };
  const cleared = part.type === "tool-result" ? clearedAt?.get(part.toolCallId) : undefined;
  if (cleared === undefined || first === null || last === null || cleared > last)
    return { first, last, status, goneAt };
  if (cleared <= first) return { first: null, last: null, status: "cleared", goneAt: cleared };
  return { first, last: cleared - 1, status: "cleared", goneAt: cleared };
}

const carryCost = (tokens: number, rate: number | null): Money | null =>
  rate === null ? null : { amount: roundAmount(rate * tokens), currency: "USD" };

/** Cuts between characters, never inside a surrogate pair. */
function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  const last = text.charCodeAt(length - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length);
}
