import { type Atom, atomsOf } from "./atoms";
import { type Conversation, isTypedUser, type Message } from "./message";
import { matchPairs, type PairIndex } from "./pairs";
import { isSignedReasoning } from "./part";
import { indexParts, type PartIndex } from "./part-index";

export type ViolationCode =
  | "orphan-result"
  | "orphan-call"
  | "result-before-call"
  | "duplicate-result"
  | "duplicate-part-id"
  | "duplicate-message-id"
  | "split-loop"
  | "empty-message"
  | WireViolationCode;

/** Rules of individual providers, checked by the codecs of lib/formats. */
type WireViolationCode =
  | "invalid-shape"
  | "bad-role"
  | "first-message-not-user"
  | "duplicate-call-id"
  | "result-not-first"
  | "split-turn"
  | "empty-text"
  | "trailing-whitespace"
  | "bad-arguments"
  | "misplaced-file"
  | "system-placement"
  | "unsigned-thinking"
  | "missing-thinking"
  | "missing-signature"
  | "breakpoints"
  | "reasoning-without-item"
  | "duplicate-item-id"
  | "orphan-approval"
  | "cached-content"
  | "no-messages";

export type Violation = {
  readonly code: ViolationCode;
  readonly message: string;
  readonly messageId: string;
  readonly partId?: string;
};

/**
 * Checks the structural rules that all wire formats share. An unanswered call is a violation only if something other
 * than results follows it, because a history may end in running calls.
 */
export function findViolations(
  conversation: Conversation,
  parts = indexParts(conversation),
  pairs = matchPairs(parts),
): Violation[] {
  return [
    ...duplicateIds(conversation.messages, parts),
    ...emptyMessages(conversation.messages),
    ...brokenPairs(conversation, parts, pairs),
  ];
}

function duplicateIds(messages: readonly Message[], { sharedIds, messageIds }: PartIndex): Violation[] {
  if (sharedIds.size === 0 && messageIds().size === messages.length) return [];
  const seenMessages = new Set<string>();
  const seenParts = new Set<string>();
  const found: Violation[] = [];
  for (const message of messages) {
    if (seenMessages.has(message.id))
      found.push(violation("duplicate-message-id", "two messages share an id", message));
    seenMessages.add(message.id);
    for (const part of message.parts) {
      if (seenParts.has(part.id)) found.push(violation("duplicate-part-id", "two parts share an id", message, part.id));
      seenParts.add(part.id);
    }
  }
  return found;
}

function emptyMessages(messages: readonly Message[]): Violation[] {
  return messages
    .filter((message) => message.parts.length === 0)
    .map((message) => violation("empty-message", "a message without parts", message));
}

function brokenPairs({ messages }: Conversation, { entries }: PartIndex, pairs: PairIndex): Violation[] {
  const found: Violation[] = [];
  const { orphanResults, earlyResults, repeatedResults, openCalls } = pairs;
  const isSound = orphanResults.size + earlyResults.size + repeatedResults.size === 0;
  for (const { part, message } of isSound ? [] : entries) {
    if (part.type !== "tool-result") continue;
    const name = part.toolCallId;
    if (orphanResults.has(part.id))
      found.push(violation("orphan-result", `tool result ${name} has no call before it`, message, part.id));
    if (earlyResults.has(part.id))
      found.push(violation("result-before-call", `tool result ${name} stands before its call`, message, part.id));
    if (repeatedResults.has(part.id))
      found.push(violation("duplicate-result", `tool call ${name} has a second result`, message, part.id));
  }
  const live = liveAssistant(messages);
  const pending = openCalls.filter(({ messageIndex }) => messageIndex !== live);
  return [
    ...found,
    ...pending.map(({ part, message }) => violation("orphan-call", "tool call without a result", message, part.id)),
  ];
}

/**
 * Index of the last assistant message if only tool results, or approvals of its calls, follow it, so its calls may
 * still be running; otherwise -1.
 */
export function liveAssistant(messages: readonly Message[]): number {
  const last = messages.findLastIndex(({ role }) => role === "assistant");
  const isRunning = messages
    .slice(last + 1)
    .every(({ role, parts }) => role === "tool" || parts.every(({ type }) => type === "tool-result"));
  return isRunning ? last : -1;
}

/** A broken rule of a request body, whose JSON path is stored in `messageId`. */
export function wireViolation(code: ViolationCode, message: string, path: string): Violation {
  return { code, message, messageId: path };
}

function violation(code: ViolationCode, text: string, message: Message, partId?: string): Violation {
  return { code, message: text, messageId: message.id, ...(partId !== undefined && { partId }) };
}

/**
 * Finds loops of signed thinking that edits have broken apart. Signed reasoning may not remain without what followed it
 * in its message. In the running turn, what remains of a loop must start with its reasoning. In older turns the
 * reasoning may be dropped alone, because the Messages API ignores it there. `dropped`: ids of the dropped original
 * parts; `isPrompt`: true for a message that begins a turn. Results are checked by the rules on pairs.
 */
export function findSplitLoops(
  conversation: Conversation,
  dropped: ReadonlySet<string>,
  atoms: readonly Atom[] = atomsOf(conversation),
  isPrompt: (message: Message) => boolean = isTypedUser,
): Violation[] {
  const split = atoms.filter(({ loop, partIds }) => loop !== null && isPartly(partIds, dropped));
  if (split.length === 0) return [];
  const runningFrom = conversation.messages.findLastIndex(isPrompt);
  return split.flatMap((atom) => {
    const messages = conversation.messages.slice(atom.start, atom.end + 1);
    const torn = tornPart(messages, new Set(atom.partIds), dropped, atom.start > runningFrom);
    return torn ? [violation("split-loop", "signed thinking without its loop", ...torn)] : [];
  });
}

/** The first part of a loop that remains without the parts it belongs to, with its message. */
function tornPart(
  messages: readonly Message[],
  own: ReadonlySet<string>,
  dropped: ReadonlySet<string>,
  isRunning: boolean,
): [Message, string] | null {
  let isLed: boolean | null = null;
  for (const message of messages) {
    const said = message.parts.filter((part) => own.has(part.id) && part.type !== "tool-result");
    for (const [index, part] of said.entries()) {
      isLed ??= !dropped.has(part.id);
      if (dropped.has(part.id)) continue;
      if (isRunning && !isLed) return [message, part.id];
      const rest = said.slice(index + 1).filter(({ type }) => type !== "reasoning");
      const isLeftAlone = rest.length > 0 && rest.every(({ id }) => dropped.has(id));
      if (isSignedReasoning(part) && isLeftAlone) return [message, part.id];
    }
  }
  return null;
}

const isPartly = (partIds: readonly string[], dropped: ReadonlySet<string>) =>
  partIds.some((id) => dropped.has(id)) && !partIds.every((id) => dropped.has(id));
