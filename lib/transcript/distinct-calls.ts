import { CallIds } from "../conversation/call-ids";
import { jsonText } from "../conversation/exact-json";
import type { Part, ToolCallPart } from "../conversation/part";
import type { Session, SessionMessage } from "./session";

/**
 * The session with a unique id for each call, so that an id alone leads from a result to its call. A call that the
 * client sends again keeps its id, also in another agent, whose history may be a copy.
 */
export function withDistinctCalls(session: Session): Session {
  if (!hasSharedIds(session)) return session;
  const nameFor = createNamers();
  const messages = session.messages.map((message, index) => nameFor(message.agent)(message, index));
  return withNewIds({ ...session, messages }, idsBetween(session.messages, messages));
}

/** The id that an agent's call has now, by its logged id. */
type NewId = (agent: string | null, logged: string) => string;

/** Maps logged ids to new ids. If several calls of an agent share a logged id, the first one counts. */
function idsBetween(before: readonly SessionMessage[], after: readonly SessionMessage[]): NewId {
  const ids = new Map<string, string>();
  const keyOf = (agent: string | null, logged: string) => JSON.stringify([agent, logged]);
  before.forEach(({ agent, parts }, index) => {
    parts.forEach((part, at) => {
      const named = after[index]?.parts[at];
      if (part.type !== "tool-call" || named?.type !== "tool-call") return;
      const key = keyOf(agent, part.toolCallId);
      if (!ids.has(key)) ids.set(key, named.toolCallId);
    });
  });
  return (agent, logged) => ids.get(keyOf(agent, logged)) ?? logged;
}

/** The session with the new ids wherever it refers to a call. An agent was started by a call of its parent. */
function withNewIds(session: Session, newId: NewId): Session {
  const agents = session.agents.map((agent) =>
    agent.toolCallId === undefined ? agent : { ...agent, toolCallId: newId(agent.parent, agent.toolCallId) },
  );
  const events = session.events.map((event) =>
    event.type === "micro-compaction"
      ? { ...event, clearedToolCallIds: event.clearedToolCallIds.map((id) => newId(event.agent, id)) }
      : event,
  );
  return { ...session, agents, events };
}

/** True if an id belongs to several calls of an agent, or to different calls of two agents. */
function hasSharedIds({ messages }: Session): boolean {
  const agents = new Map<string, Set<string>>();
  const first = new Map<string, ToolCallPart>();
  return messages.some(({ agent, parts }) => {
    const own = agents.get(agent) ?? new Set<string>();
    agents.set(agent, own);
    return parts.some((part) => {
      if (part.type !== "tool-call") return false;
      const known = first.get(part.toolCallId);
      const isShared = own.has(part.toolCallId) || (known !== undefined && contentOf(known) !== contentOf(part));
      own.add(part.toolCallId);
      if (known === undefined) first.set(part.toolCallId, part);
      return isShared;
    });
  });
}

const contentOf = ({ toolCallId, toolName, input }: ToolCallPart): string => jsonText([toolCallId, toolName, input]);

type Namer = (message: SessionMessage, index: number) => SessionMessage;

/** Returns each agent's own namer. All of them share the ids that are already used. */
function createNamers(): (agent: string) => Namer {
  const taken = new Set<string>();
  const named = new Map<string, string[]>();
  const namers = new Map<string, Namer>();
  return (agent) => {
    const namer = namers.get(agent) ?? createNamer(taken, named);
    namers.set(agent, namer);
    return namer;
  };
}

/**
 * Assigns the ids of one agent's calls and results, in order. `taken`, `named`: the ids of all agents' calls, and those
 * of each content.
 */
function createNamer(taken: Set<string>, named: Map<string, string[]>): Namer {
  const ids = new CallIds(taken);
  const sent = new Map<string, { readonly id: string; readonly times: number }>();
  const ofCall = (part: ToolCallPart, { responseId }: SessionMessage, index: number): string => {
    const content = contentOf(part);
    const last = sent.get(content);
    if (responseId === undefined && last !== undefined) return last.id;
    const equal = named.get(content) ?? [];
    named.set(content, equal);
    const times = last?.times ?? 0;
    const copied = equal[times];
    const id = ids.call(part.toolCallId, responseId ?? index, copied);
    if (copied === undefined) equal.push(id);
    sent.set(content, { id, times: times + 1 });
    return id;
  };
  const nameOf = (part: Part, message: SessionMessage, index: number): Part => {
    if (part.type === "tool-call") return { ...part, toolCallId: ofCall(part, message, index) };
    return part.type === "tool-result" ? { ...part, toolCallId: ids.result(part.toolCallId) } : part;
  };
  return (message, index) => ({ ...message, parts: message.parts.map((part) => nameOf(part, message, index)) });
}
