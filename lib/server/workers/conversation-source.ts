import type { ConversationFields } from "@/lib/api/schemas/conversation";
import { findViolations, type Violation } from "@/lib/conversation/invariants";
import type { Conversation } from "@/lib/conversation/message";
import { type RemovedPart, removedParts, repairHistory } from "@/lib/conversation/repair-history";
import type { Codec, WireContext } from "@/lib/formats";
import { isContinued } from "@/lib/formats/openai-responses/validate";
import { withoutOpening } from "@/lib/formats/opening";
import { isStructural } from "@/lib/formats/structural";
import { wirePointer } from "@/lib/formats/wire-pointer";
import { Problem, problemOf } from "../problem";
import { loadContext, type StoredContext } from "./load-context";
import { CONVERSATION_KEYS, codecFor, codecOf, noMessages, type SentBody, sentBody } from "./sent-body";

/** The conversation of a body, and how to write it back in the shape it came in. */
export type ConversationSource = {
  readonly conversation: Conversation;
  readonly codec: Codec;
  readonly wire: WireContext | null;
  /** What of the body is written back: the conversation (`messages`, and `system` and `tools` where sent), the settings. */
  readonly keys: readonly string[];
  readonly stored: StoredContext | null;
  /** What the sender wrote against a rule that no edit can mend: told, and left as it is. */
  readonly warnings: readonly { readonly code: string; readonly message: string }[];
  /** What `repair` left out. */
  readonly removed: readonly RemovedPart[];
  /** Parts that stand for a history which only the provider can read: they stay where they are. */
  readonly pinned: readonly string[];
};

type Fields = ConversationFields & { readonly repair?: boolean };

/**
 * Exactly one conversation, decoded and structurally sound; anything else is a 422 that says what and where. `settings`
 * are the provider's: rules of its format look at them, and they are written back with the conversation.
 */
export function readConversation(body: Fields, settings: SentBody = {}): ConversationSource {
  const sent = sentBody(body, settings);
  const source = sent ? readSent(body, sent) : readStored(body, body.session as NonNullable<Fields["session"]>);
  return { ...source, pinned: pinnedParts(source.conversation) };
}

/** The history to compress: without the message that only opened what an earlier call gave back. */
export function readHistory(body: Fields, settings: SentBody = {}): ConversationSource {
  const source = readConversation(body, settings);
  const { conversation, wire } = source;
  return wire ? { ...source, conversation: withoutOpening({ conversation, wire }) } : source;
}

type Unpinned = Omit<ConversationSource, "pinned">;

/** Stored sessions come as they were logged; what is broken there is a warning of the result, not a refusal. */
function readStored(body: Fields, { id, request }: NonNullable<Fields["session"]>): Unpinned {
  const stored = loadContext(id, request ?? null);
  const format = body.format === "auto" ? ownFormat(stored.format) : body.format;
  const { conversation } = stored;
  return {
    conversation,
    codec: codecOf(format),
    wire: null,
    keys: CONVERSATION_KEYS,
    stored,
    warnings: [],
    removed: [],
  };
}

/** The format that the client of a stored session speaks. */
function ownFormat(format: string): string {
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
  // A summary may stand in a field that the body did not have: Anthropic's and Gemini's system prompt.
  const keys = [...new Set([...Object.keys(sent), ...CONVERSATION_KEYS])];
  const source = { codec, wire, keys, stored: null, warnings: flawsOf(violations), removed: [] };
  if (body.repair) {
    const repaired = repairHistory(conversation);
    return { ...source, conversation: repaired, removed: removedParts(conversation, repaired) };
  }
  assertSound(violations.filter(isStructural), wire);
  return { ...source, conversation };
}

/** The format's rules name places of the body; those of the conversation would tell the same fault once more. */
export function violationsOf(codec: Codec, sent: unknown, conversation: Conversation): readonly Violation[] {
  const onWire = codec.validate(sent);
  if (onWire.some(isStructural)) return uniqueOf(onWire);
  // Calls may be on the server, whose history the body only goes on with.
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
  throw new Problem(422, "invalid-history", `the history breaks ${violations.length} rule(s); repair: true mends it`, {
    errors: violations.slice(0, 100).map(({ code, message, partId, messageId }) => ({
      pointer: wirePointer(wire, partId ?? messageId),
      detail: `${code}: ${message}`,
    })),
    extra: { violations: violations.slice(0, 100) },
  });
}

/** Compaction items hold all that came before them, encrypted; references stand for items on the server. */
function pinnedParts({ messages }: Conversation): string[] {
  return messages.flatMap(({ parts }) =>
    parts.flatMap((part) => {
      const value = part.type === "opaque" && part.provider !== undefined ? part.value : null;
      const type = typeof value === "object" && value !== null && "type" in value ? value.type : null;
      return /^(compaction|compaction_summary|item_reference)$/.test(String(type)) ? [part.id] : [];
    }),
  );
}
