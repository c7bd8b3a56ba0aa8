import { append } from "../conversation/append";
import { CallIds } from "../conversation/call-ids";
import type { Violation, ViolationCode } from "../conversation/invariants";
import type { Message } from "../conversation/message";
import type { Part, ToolCallPart, ToolResultPart } from "../conversation/part";

/** The result written for an interrupted call, because providers reject a call without a result. */
export const INTERRUPTED_RESULT = "[No result: the call was interrupted.]";

const MENDED: ReadonlySet<ViolationCode> = new Set<ViolationCode>([
  "orphan-call",
  "orphan-result",
  "duplicate-call-id",
  "result-not-first",
  "split-turn",
  "first-message-not-user",
  "missing-signature",
  "trailing-whitespace",
  "empty-message",
  "reasoning-without-item",
]);

/** True if rearranging can repair one of these. Errors within a content are only reported. */
export const needsArranging = (violations: readonly Violation[]): boolean =>
  violations.some(({ code }) => MENDED.has(code));

type Pairing = {
  /** For each answered result: the index of the message with its call. */
  readonly callMessageOf: ReadonlyMap<Part, number>;
  /** Indexes of the messages that answer the calls of a message. */
  readonly answersOf: ReadonlyMap<number, readonly number[]>;
  /**
   * Calls of the last assistant message that will never be answered, because something other than results followed
   * them.
   */
  readonly interrupted: { readonly message: number; readonly calls: readonly ToolCallPart[] } | null;
};

/**
 * Moves every tool result directly after the message with its call, as providers require, whatever came between them in
 * the log (typed interruptions, results in several rows). Unchanged messages stay the same objects. Results without a
 * call stay in place.
 */
export function arrangeExchanges(original: readonly Message[]): Message[] {
  const messages = withUniqueCallIds(original);
  const pairing = pairUp(messages);
  return messages.flatMap((message, index) => [
    ...withParts(message, (part) => !pairing.callMessageOf.has(part)),
    ...answersTo(index, messages, pairing),
  ]);
}

function answersTo(index: number, messages: readonly Message[], pairing: Pairing): Message[] {
  const answers = (pairing.answersOf.get(index) ?? []).flatMap((at) =>
    withParts(messages[at] as Message, (part) => pairing.callMessageOf.get(part) === index),
  );
  if (pairing.interrupted?.message !== index) return answers;
  const parts = pairing.interrupted.calls.map(interruptedResult);
  return [...answers, { id: `${messages[index]?.id}~interrupted`, role: "tool", parts }];
}

function withParts(message: Message, keep: (part: Part) => boolean): Message[] {
  const parts = message.parts.filter(keep);
  if (parts.length === message.parts.length) return [message];
  return parts.length === 0 ? [] : [{ ...message, parts }];
}

/**
 * Interrupted calls of the last answer only. An older call without a result is a violation, which must not be hidden
 * here.
 */
function interruptedCalls(
  messages: readonly Message[],
  unanswered: readonly { readonly call: ToolCallPart; readonly message: number }[],
): Pairing["interrupted"] {
  const last = messages.findLastIndex((message) => message.role === "assistant");
  const calls = unanswered.filter((open) => open.message === last).map((open) => open.call);
  const goesOn = messages.slice(last + 1).some((later) => later.parts.some((part) => part.type !== "tool-result"));
  return goesOn && calls.length > 0 ? { message: last, calls } : null;
}

const interruptedResult = (call: ToolCallPart): ToolResultPart => ({
  id: `${call.id}~interrupted`,
  type: "tool-result",
  toolCallId: call.toolCallId,
  toolName: call.toolName,
  output: [{ type: "text", text: INTERRUPTED_RESULT }],
  isError: true,
});

/** Pairs calls and results by id, then by order: a result answers the oldest open call with its id. */
function pairUp(messages: readonly Message[]): Pairing {
  const open = new Map<string, { call: ToolCallPart; message: number }[]>();
  const callMessageOf = new Map<Part, number>();
  const answersOf = new Map<number, number[]>();
  messages.forEach((message, index) => {
    for (const part of message.parts) {
      if (part.type === "tool-call") append(open, part.toolCallId, { call: part, message: index });
      if (part.type !== "tool-result") continue;
      const answered = open.get(part.toolCallId)?.shift();
      if (!answered) continue;
      callMessageOf.set(part, answered.message);
      if (answersOf.get(answered.message)?.at(-1) !== index) append(answersOf, answered.message, index);
    }
  });
  const unanswered = [...open.values()].flat();
  return { callMessageOf, answersOf, interrupted: interruptedCalls(messages, unanswered) };
}

/** Some histories use the same id for several calls, which providers reject. */
function withUniqueCallIds(messages: readonly Message[]): readonly Message[] {
  const ids = new CallIds();
  const rename = (part: Part, turn: Message): Part => {
    if (part.type !== "tool-call" && part.type !== "tool-result") return part;
    const id = part.type === "tool-call" ? ids.call(part.toolCallId, turn) : ids.result(part.toolCallId);
    return id === part.toolCallId ? part : renamed(part, id);
  };
  return messages.map((message) => {
    const parts = message.parts.map((part) => rename(part, message));
    return parts.every((part, index) => part === message.parts[index]) ? message : { ...message, parts };
  });
}

function renamed<T extends ToolCallPart | ToolResultPart>(part: T, toolCallId: string): T {
  return { ...part, id: `${part.id}~${toolCallId}`, toolCallId };
}
