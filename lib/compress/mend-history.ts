import { findViolations, type Violation, type ViolationCode } from "../conversation/invariants";
import type { Conversation } from "../conversation/message";
import type { Part } from "../conversation/part";
import { type RemovedPart, removedParts, repairHistory } from "../conversation/repair-history";
import type { WireContext } from "../formats";
import { wirePointer } from "../formats/wire-pointer";
import type { CallWarning } from "./call";

/** A history that a provider would reject, made acceptable, with a warning for each change. */
export type Mended = {
  readonly conversation: Conversation;
  readonly removed: readonly RemovedPart[];
  readonly warnings: readonly (CallWarning & { readonly part_id?: string })[];
};

/** How the formats repair wrong order when writing a body. */
const ARRANGED: Partial<Record<ViolationCode, string>> = {
  "first-message-not-user": "a short user message is inserted before it",
  "result-not-first": "the results are moved directly after their call",
  "split-turn": "the messages of one turn are joined",
  "duplicate-call-id": "the second call with an id, and its result, get another id",
};

/**
 * Removes results without a call, calls without a result, and messages that become empty. `violations`: those of the
 * sent body. A wrong order is repaired later, when the body is written.
 */
export function mendHistory(given: Conversation, wire: WireContext, violations: readonly Violation[]): Mended {
  const conversation = repairHistory(given);
  const removed = removedParts(given, conversation);
  const reasonOf = reasonsIn(given);
  const removals = removed.map(({ part }) => ({
    code: "history-mended",
    message: `${nameOf(part)} at ${wirePointer(wire, part.id)} was left out: ${reasonOf(part)}`,
    part_id: part.id,
  }));
  const arranged = violations.flatMap(({ code, message, messageId, partId }) => {
    const remedy = ARRANGED[code];
    const place = wirePointer(wire, partId ?? messageId);
    return remedy ? [{ code: "history-mended", message: `${message} (${place}): ${remedy}` }] : [];
  });
  return { conversation, removed, warnings: [...removals, ...arranged] };
}

/** Why each part is removed. A part that breaks no rule itself is removed with its other half. */
function reasonsIn(conversation: Conversation): (part: Part) => string {
  const found = new Map(findViolations(conversation).map(({ partId, message }) => [partId, message]));
  return ({ id }) => found.get(id) ?? "its other half was left out";
}

const nameOf = (part: Part): string =>
  part.type === "tool-call" || part.type === "tool-result"
    ? `the ${part.type === "tool-call" ? "call" : "result"} ${part.toolCallId}`
    : `a part of type ${part.type}`;
