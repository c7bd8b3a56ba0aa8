import { Problem, problemOf } from "../api/problem";
import type { CompressBody } from "../api/schemas/compress-body";
import type { ConversationFields } from "../api/schemas/conversation";
import { findViolations, type Violation } from "../conversation/invariants";
import type { Conversation } from "../conversation/message";
import { type RemovedPart, removedParts, repairHistory } from "../conversation/repair-history";
import type { Codec, WireContext } from "../formats";
import { isContinued } from "../formats/openai-responses/validate";
import { withoutOpening } from "../formats/opening";
import { isStructural } from "../formats/structural";
import { wirePointer } from "../formats/wire-pointer";
import { asSent, withApparentOrigins } from "./as-sent";
import { mendHistory } from "./mend-history";
import { CONVERSATION_KEYS, codecFor, codecOf, noMessages, type SentBody, sentBody } from "./sent-body";
import type { StoredContext } from "./stored-context";
import type { Surroundings } from "./surroundings";

/** The conversation of a body, and what is needed to write it back in its original format. */
export type ConversationSource = {
  readonly conversation: Conversation;
  readonly codec: Codec;
  readonly wire: WireContext | null;
  /**
   * Keys of the body that are written back: the conversation (`messages`, and `system` and `tools` if sent) and the
   * settings.
   */
  readonly keys: readonly string[];
  readonly stored: StoredContext | null;
  /** Broken rules of the sent body that no edit can repair. They are reported and left unchanged. */
  readonly warnings: readonly { readonly code: string; readonly message: string; readonly part_id?: string }[];
  /** Parts that were left out to mend the history. */
  readonly removed: readonly RemovedPart[];
  /** Parts that stand for a history which only the provider can read. They keep their places. */
  readonly pinned: readonly string[];
};

type Sessions = Pick<Surroundings, "loadStored">;
/**
 * What becomes of a history that breaks structural rules: it is refused, or mended with a warning for each thing that was
 * done (and refused where that is not possible), or only its halves of pairs are left out, which the caller reports.
 */
export type OnBroken = "refuse" | "mend" | "leave-out-halves";
type Fields = ConversationFields & { readonly onBroken: OnBroken };

/**
 * Reads exactly one conversation, decoded and structurally valid; anything else is a 422 that says what is wrong and
 * where. `settings` are the provider's own. They are checked by the rules of its format and written back.
 */
export function readConversation(body: Fields, settings: SentBody, sessions: Sessions): ConversationSource {
  const sent = sentBody(body, settings);
  const source = sent
    ? readSent(body, sent)
    : readStored(body, body.session as NonNullable<Fields["session"]>, sessions);
  return { ...source, pinned: pinnedParts(source.conversation) };
}

/** What a body says about a broken history: it is mended unless the body is strict. */
export const onBroken = ({ strict, repair }: Pick<CompressBody, "strict" | "repair">): OnBroken =>
  strict || repair === false ? "refuse" : "mend";

/** Reads the history to compress, without the opening message that an earlier call added to its result. */
export function readHistory(body: Fields, settings: SentBody, sessions: Sessions): ConversationSource {
  const source = readConversation(body, settings, sessions);
  const { conversation, wire } = source;
  return wire ? { ...source, conversation: withApparentOrigins(withoutOpening({ conversation, wire })) } : source;
}

type Unpinned = Omit<ConversationSource, "pinned">;

/** Reads a stored session with the messages that its body had. Its broken rules are warnings of the result and are not refused. */
function readStored(body: Fields, { id, request }: NonNullable<Fields["session"]>, { loadStored }: Sessions): Unpinned {
  const stored = loadStored(id, request ?? null);
  const format = body.format === "auto" ? ownFormat(stored.format) : body.format;
  const codec = codecOf(format);
  return {
    conversation: withApparentOrigins(asSent(stored.conversation, codec)),
    codec,
    wire: null,
    keys: CONVERSATION_KEYS,
    stored,
    warnings: [],
    removed: [],
  };
}

/** The API format that the client of a stored session uses. */
export function ownFormat(format: string): string {
  if (/claude|anthropic/.test(format)) return "anthropic";
  if (/gemini|qwen/.test(format)) return "gemini";
  return /codex|openai-responses/.test(format) ? "openai-responses" : "openai-chat";
}

function readSent(body: Fields, sent: SentBody): Unpinned {
  const codec = codecFor(body.format, sent, body.model);
  const decoded = codec.decode(sent);
  if (!decoded.ok) throw problemOf(422, decoded.error);
  const { conversation, wire } = decoded.value;
  if (conversation.messages.length === 0) throw noMessages(Object.keys(sent)[0] ?? "messages");
  const violations = violationsOf(codec, sent, conversation);
  // A summary may be in a field that the body did not have, such as Anthropic's and Gemini's system prompt.
  const keys = [...new Set([...Object.keys(sent), ...CONVERSATION_KEYS])];
  const source = { codec, wire, keys, stored: null, warnings: flawsOf(violations), removed: [] };
  if (body.onBroken === "leave-out-halves") {
    const repaired = repairHistory(conversation);
    return { ...source, conversation: repaired, removed: removedParts(conversation, repaired) };
  }
  const broken = violations.filter(isStructural);
  // Calls of a history on the provider's server cannot be seen, so what seems to be without a partner may have one.
  const isElsewhere = codec.id === "openai-responses" && isContinued(sent);
  if (body.onBroken === "refuse" || isElsewhere) assertSound(broken, wire);
  if (broken.length === 0 || isElsewhere) return { ...source, conversation };
  const mended = mendHistory(conversation, wire, broken);
  if (mended.conversation.messages.length === 0) assertSound(broken, wire);
  assertSound(codec.validate(codec.encode(mended.conversation, wire)).filter(isStructural), wire);
  return { ...source, ...mended, warnings: [...source.warnings, ...mended.warnings] };
}

/**
 * Rules that the history breaks. The conversation's own rules are checked only if those of the format report nothing
 * structural, because both report the same errors.
 */
export function violationsOf(codec: Codec, sent: unknown, conversation: Conversation): readonly Violation[] {
  const onWire = codec.validate(sent);
  if (onWire.some(isStructural)) return uniqueOf(onWire);
  // The calls may be on the provider's server if the body only continues a history there.
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

/**
 * Ids of parts that must keep their places: compaction items, which hold the earlier history encrypted, and references
 * to items on the provider's server.
 */
function pinnedParts({ messages }: Conversation): string[] {
  return messages.flatMap(({ parts }) =>
    parts.flatMap((part) => {
      const value = part.type === "opaque" && part.provider !== undefined ? part.value : null;
      const type = typeof value === "object" && value !== null && "type" in value ? value.type : null;
      return /^(compaction|compaction_summary|item_reference)$/.test(String(type)) ? [part.id] : [];
    }),
  );
}
