import type { Part } from "../conversation/part";
import type { SessionMessage } from "../transcript/session";

/** One part of the log after the cut, in order. */
export type FutureStep = {
  readonly part: Part;
  /** Calls of the model since the cut; the answer to the request at the cut is call 0. */
  readonly call: number;
  /** True for what the model wrote (text, reasoning, inputs of tools), false for what was shown to it. */
  readonly isAgents: boolean;
  /** True for what a person typed. */
  readonly isTyped: boolean;
};

/** The log of one agent after a cut; `messages` are those after the prompt, with its own answer first. */
export function toFuture(messages: readonly SessionMessage[], agent: string): FutureStep[] {
  const steps: FutureStep[] = [];
  const calls = new Set<string>();
  for (const message of messages) {
    if (message.agent !== agent || message.isHidden) continue;
    if (message.responseId !== undefined) calls.add(message.responseId);
    const isAgents = message.role === "assistant" && message.origin === "model";
    const isTyped = message.role === "user" && message.origin === "typed";
    for (const part of message.parts) steps.push({ part, call: Math.max(0, calls.size - 1), isAgents, isTyped });
  }
  return steps;
}
