import { countLeading } from "../conversation/count-leading";
import type { Session, SessionMessage } from "../transcript/session";

/** An agent's messages that can appear in its prompts, in file order, with their indexes in `Session.messages`. */
export type AgentThread = {
  readonly agent: string;
  readonly indexes: readonly number[];
  readonly messages: readonly SessionMessage[];
};

/** One thread per agent that has messages. Linear. */
export function agentThreads(session: Session): Map<string, AgentThread> {
  const threads = new Map<string, { agent: string; indexes: number[]; messages: SessionMessage[] }>();
  session.messages.forEach((message, index) => {
    if (message.isHidden) return;
    const thread = threads.get(message.agent) ?? { agent: message.agent, indexes: [], messages: [] };
    thread.indexes.push(index);
    thread.messages.push(message);
    threads.set(message.agent, thread);
  });
  return threads;
}

/** The first position of the thread at or after a message index of the session. */
export function positionInThread(thread: AgentThread | undefined, messageIndex: number): number {
  return countLeading(thread?.indexes ?? [], (index) => index < messageIndex);
}
