import { Problem, problemOf } from "../api/problem";
import { findViolations, type Violation } from "../conversation/invariants";
import type { Conversation } from "../conversation/message";
import { type RemovedPart, removedParts, repairHistory } from "../conversation/repair-history";
import type { Codec } from "../formats/codec";
import { asObject } from "../formats/json-fields";
import { typeOfItem } from "../formats/openai-responses/decode-item";
import { isContinued } from "../formats/openai-responses/validate";
import { withoutOpening } from "../formats/opening";
import { isStructural } from "../formats/structural";
import type { WireContext } from "../formats/wire-context";
import { wirePointer } from "../formats/wire-pointer";
import { withApparentOrigins } from "./as-sent";
import { CONVERSATION_KEYS, type SentBody } from "./conversation-keys";
import { mendHistory } from "./mend-history";
import type { StoredContext } from "./stored-context";

/** A body's conversation, and what is needed to write it back in its original format. */
export type ConversationSource = {
  readonly conversation: Conversation;
  readonly codec: Codec;
  readonly wire: WireContext | null;
  /**
   * Body keys that are written back: the conversation (`messages`, and `system` and `tools` if sent) and the settings.
   */
  readonly keys: readonly string[];
  readonly stored: StoredContext | null;
  /** Violations in the sent body that no edit can repair. They are reported and left unchanged. */
  readonly warnings: readonly { readonly code: string; readonly message: string; readonly part_id?: string }[];
  /** Parts that were removed to mend the history. */
  readonly removed: readonly RemovedPart[];
  /** Parts that represent a history which only the provider can read. They keep their places. */
  readonly pinned: readonly string[];
};

/**
 * How to treat a history that breaks structural rules. `refuse`: reject it. `mend`: repair it with a warning for each
 * change, or reject it if that fails. `leave-out-halves`: only remove unpaired parts, which the caller reports.
 */
export type OnBroken = "refuse" | "mend" | "leave-out-halves";
/**
 * Parses a body of a known format. Throws a 422 if it has another format, is empty, or breaks rules that must be
 * rejected.
 */
export function decodeSent(sent: SentBody, codec: Codec, onBroken: OnBroken): ConversationSource {
  const source = readSent(sent, codec, onBroken);
  return { ...source, pinned: pinnedParts(source.conversation) };
}

/** The source as a history to compress: without the opening message that an earlier call added. */
export function asHistory(source: ConversationSource): ConversationSource {
  const { conversation, wire } = source;
  return wire ? { ...source, conversation: withApparentOrigins(withoutOpening({ conversation, wire })) } : source;
}

export type Unpinned = Omit<ConversationSource, "pinned">;

function readSent(sent: SentBody, codec: Codec, onBroken: OnBroken): Unpinned {
  const decoded = codec.decode(sent);
  if (!decoded.ok) throw problemOf(422, decoded.error);
  const { conversation, wire } = decoded.value;
  if (conversation.messages.length === 0) throw noMessages(Object.keys(sent)[0] ?? "messages");
  const violations = violationsOf(codec, sent, conversation);
  // A summary may go to a field that the body lacked, such as Anthropic's and Gemini's system prompt.
  const keys = [...new Set([...Object.keys(sent), ...CONVERSATION_KEYS])];
  const source = { codec, wire, keys, stored: null, warnings: flawsOf(violations), removed: [] };
  if (onBroken === "leave-out-halves") {
    const repaired = repairHistory(conversation);
    return { ...source, conversation: repaired, removed: removedParts(conversation, repaired) };
  }
  const broken = violations.filter(isStructural);
  // Calls in a history on the provider's server are not visible here, so a part that looks unpaired may have a partner.
  const isElsewhere = codec.id === "openai-responses" && isContinued(sent);
  if (onBroken === "refuse" || isElsewhere) assertSound(broken, wire);
  if (broken.length === 0 || isElsewhere) return { ...source, conversation };
  const mended = mendHistory(conversation, wire, broken);
  if (mended.conversation.messages.length === 0) assertSound(broken, wire);
  assertSound(codec.validate(codec.encode(mended.conversation, wire)).filter(isStructural), wire);
  return { ...source, ...mended, warnings: [...source.warnings, ...mended.warnings] };
}

/**
 * The rules that the history breaks. The conversation's own rules are checked only if the format's report no structural
 * error, because both would report the same ones.
 */
export function violationsOf(codec: Codec, sent: unknown, conversation: Conversation): readonly Violation[] {
  const onWire = codec.validate(sent);
  if (onWire.some(isStructural)) return uniqueOf(onWire);
  // If the body only continues a history on the provider's server, the calls may be there.
  const isElsewhere = codec.id === "openai-responses" && isContinued(sent);
  const own = findViolations(conversation).filter(({ code }) => !isElsewhere || code !== "orphan-result");
  return uniqueOf([...onWire, ...own]);
}

const uniqueOf = (violations: readonly Violation[]) => [
  ...new Map(violations.map((entry) => [JSON.stringify([entry.code, entry.messageId, entry.partId]), entry])).values(),
];

const flawsOf = (violations: readonly Violation[]) =>
  violations
    .filter((violation) => !isStructural(violation))
    .slice(0, 20)
    .map(({ code, message, messageId }) => ({ code: `input-${code}`, message: `${message} (${messageId})` }));

function assertSound(violations: readonly Violation[], wire: WireContext): void {
  if (violations.length === 0) return;
  throw new Problem(422, "invalid-history", `the history breaks ${violations.length} rule(s)`, {
    errors: violations.slice(0, 100).map(({ code, message, partId, messageId }) => ({
      pointer: wirePointer(wire, partId ?? messageId),
      detail: `${code}: ${message}`,
    })),
    extra: { violations: violations.slice(0, 100) },
  });
}

const PINNED = new Set([
  "compaction",
  "compaction_summary",
  "compaction_trigger",
  "item_reference",
  "additional_tools",
  "tool_addition",
  "tool_removal",
]);

/**
 * Ids of parts that must keep their places: compaction items (which contain the earlier history in encrypted form),
 * references to items on the provider's server, and changes of the tools that the model may use from there on.
 */
export function pinnedParts({ messages }: Conversation): string[] {
  return messages.flatMap(({ parts }) =>
    parts.flatMap((part) => {
      const value = part.type === "opaque" && part.provider !== undefined ? asObject(part.value) : null;
      return value !== null && PINNED.has(typeOfItem(value)) ? [part.id] : [];
    }),
  );
}

export const noMessages = (key: string): Problem =>
  new Problem(422, "no-conversation", "the conversation has no messages", {
    errors: [{ pointer: `$.${key}`, detail: "empty" }],
  });
