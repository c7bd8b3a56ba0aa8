import type { Part } from "../conversation/part";
import type { SessionMessage } from "../transcript/session";

/** One part of the log after the cut, in order. */
export type FutureStep = {
  readonly part: Part;
  /** Number of model calls since the cut. The answer to the request at the cut is call 0. */
  readonly call: number;
  /** Id of that call's answer; null if the log names none. */
  readonly answer: string | null;
  /** True for the model's own text, reasoning and tool inputs, false for what it was shown. */
  readonly isAgents: boolean;
  readonly isTyped: boolean;
};

/** One agent's log after a cut. `messages` follow the prompt, starting with its answer. */
export function toFuture(messages: readonly SessionMessage[], agent: string): FutureStep[] {
  const steps: FutureStep[] = [];
  const calls = new Set<string>();
  let answer: string | null = null;
  for (const message of messages) {
    if (message.agent !== agent || message.isHidden) continue;
    if (message.responseId !== undefined && !calls.has(message.responseId)) {
      answer = message.responseId;
      calls.add(answer);
    }
    const call = Math.max(0, calls.size - 1);
    const isAgents = message.role === "assistant" && message.origin === "model";
    const isTyped = message.role === "user" && message.origin === "typed";
    for (const part of message.parts) steps.push({ part, call, answer, isAgents, isTyped });
  }
  return steps;
}
