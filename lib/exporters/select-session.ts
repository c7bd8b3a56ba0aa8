import { countLeading } from "../conversation/count-leading";
import { fail, ok, type Result } from "../conversation/errors";
import { messagesOf } from "../transcript/context-at";
import { moveEvent } from "../transcript/move-event";
import { inPromptOrder, localSpan, outsideGaps, promptSpans } from "../transcript/prompt-spans";
import type { Response, Session, SessionEvent, SessionMessage } from "../transcript/session";

export type SessionFrame = Omit<Session, "messages">;

/** A session that is read piece by piece. Indexes refer to `Session.messages`. */
export type SessionReader = {
  readonly frame: SessionFrame;
  readonly length: number;
  agentOf(index: number): string;
  read(start: number, end: number): Iterable<SessionMessage>;
};

export type SelectionScope =
  | { readonly kind: "session" }
  | { readonly kind: "agent"; readonly agent: string }
  /** `request`: index into `Session.responses`; `indexInAgent`: the number shown on pages minus one. */
  | { readonly kind: "request"; readonly agent: string; readonly request: number; readonly indexInAgent: number };

/** A selection is also a session: the chosen messages, and a frame whose indexes refer to them. */
export type Selection = {
  readonly scope: SelectionScope;
  readonly frame: SessionFrame;
  readonly length: number;
  messages(): Iterable<SessionMessage>;
};

/** A request is selected by its `number` from 1 within its agent, or by its index in `Session.responses`. */
export type SelectionQuery = {
  readonly agent: string | null;
  readonly number?: number | null;
  readonly request: number | null;
};

/** A session in memory. */
export const readerOf = ({ messages, ...frame }: Session): SessionReader => ({
  frame,
  length: messages.length,
  agentOf: (index) => messages[index]?.agent ?? "",
  read: (start, end) => messages.slice(start, end),
});

/**
 * Selects the entire session, one agent's history (including hidden messages, marked as such), or what one request
 * sent.
 */
export function selectSession(reader: SessionReader, query: SelectionQuery): Result<Selection> {
  const { agent, request, number = null } = query;
  if (number !== null) return selectNumber(reader, agent ?? "main", number);
  if (request !== null) return selectRequest(reader, agent, request);
  if (agent !== null) return selectAgent(reader, agent);
  const { frame, length } = reader;
  return ok({ scope: { kind: "session" }, frame, length, messages: () => reader.read(0, length) });
}

function selectAgent(reader: SessionReader, agent: string): Result<Selection> {
  const { frame } = reader;
  if (!frame.agents.some(({ id }) => id === agent))
    return fail({ code: "no-such-agent", message: "the session has no agent with that id", at: "agent" });
  const chosen = indexesOf(reader, agent, 0, reader.length);
  return ok({
    scope: { kind: "agent", agent },
    frame: cutFrame(frame, agent, chosen, eventsOf(frame, agent, chosen)),
    length: chosen.length,
    messages: () => readChosen(reader, chosen),
  });
}

function selectNumber(reader: SessionReader, agent: string, number: number): Result<Selection> {
  const own = reader.frame.responses.flatMap((response, index) => (response.agent === agent ? [index] : []));
  const index = own[number - 1];
  if (index !== undefined) return selectRequest(reader, agent, index);
  const message = `agent ${agent} of the session has ${own.length} requests, counted from 1`;
  return fail({ code: "no-such-request", message, at: "number" });
}

function selectRequest(reader: SessionReader, agent: string | null, request: number): Result<Selection> {
  const { frame } = reader;
  const response = frame.responses[request];
  const span = promptSpans({ ...frame, messages: [] })[request];
  const isOther = agent !== null && response !== undefined && response.agent !== agent;
  if (!response || !span || isOther) {
    const message = isOther
      ? "the request is another agent's"
      : `the session has ${frame.responses.length} requests, counted from 0`;
    return fail({ code: "no-such-request", message, at: "request" });
  }
  const slice = [...reader.read(span.start, span.end)];
  const local = localSpan(span);
  const messages = messagesOf({ ...frame, messages: slice } as Session, response.agent, local);
  const isIn = outsideGaps(span.gaps);
  const told = slice.flatMap((message, offset) =>
    isIn(span.start + offset) && message.agent === response.agent && !message.isHidden ? [span.start + offset] : [],
  );
  const chosen = inPromptOrder(told, span, (index) => index);
  const before = frame.responses.slice(0, request).filter((earlier) => earlier.agent === response.agent);
  const scope = { kind: "request", agent: response.agent, request, indexInAgent: before.length } as const;
  return ok({
    scope,
    frame: cutFrame(frame, response.agent, chosen, []),
    length: messages.length,
    messages: () => messages,
  });
}

function indexesOf(reader: SessionReader, agent: string, start: number, end: number): number[] {
  const found: number[] = [];
  for (let index = start; index < end; index += 1) if (reader.agentOf(index) === agent) found.push(index);
  return found;
}

function* readChosen(reader: SessionReader, chosen: readonly number[]): Iterable<SessionMessage> {
  const wanted = new Set(chosen);
  let index = chosen[0] ?? 0;
  for (const message of reader.read(index, (chosen.at(-1) ?? -1) + 1)) {
    if (wanted.has(index)) yield message;
    index += 1;
  }
}

/** A selection's rows are its messages, because the file's own row counts would include others. */
function cutFrame(
  frame: SessionFrame,
  agent: string,
  chosen: readonly number[],
  events: readonly SessionEvent[],
): SessionFrame {
  const place = new Map(chosen.map((index, position) => [index, position]));
  const responses = frame.responses.flatMap((response): Response[] => {
    const messageIndex = place.get(response.messageIndex);
    return messageIndex === undefined || response.agent !== agent ? [] : [{ ...response, messageIndex }];
  });
  const count = chosen.length;
  return {
    ...frame,
    agents: frame.agents.filter(({ id }) => id === agent),
    responses,
    events,
    rows: { read: count, interpreted: count, kept: 0, bad: 0, blank: 0, pendingBytes: 0 },
    keptRows: [],
    issues: [],
  };
}

/** Moves an event that precedes message i before the first chosen message at or after i. */
function eventsOf(frame: SessionFrame, agent: string, chosen: readonly number[]): SessionEvent[] {
  return frame.events.flatMap((event) => {
    if (event.agent !== agent) return [];
    const placed = (index: number) => countLeading(chosen, (place) => place < index);
    return [moveEvent(event, placed)];
  });
}
