import type { CompressBody } from "../api/schemas/compress-body";
import type { ConversationFields } from "../api/schemas/conversation";
import { asSent, withApparentOrigins } from "./as-sent";
import {
  asHistory,
  type ConversationSource,
  decodeSent,
  type OnBroken,
  pinnedParts,
  type Unpinned,
} from "./decode-sent";
import { choiceOf, indexWarnings } from "./request-choice";
import { CONVERSATION_KEYS, codecFor, codecOf, type SentBody, sentBody } from "./sent-body";
import type { Surroundings } from "./surroundings";

export { type ConversationSource, type OnBroken, violationsOf } from "./decode-sent";

type Sessions = Pick<Surroundings, "loadStored" | "known">;
type Fields = ConversationFields & { readonly onBroken: OnBroken };

/**
 * Parses exactly one conversation and checks its structure, or throws a 422 that describes the error and its place.
 * `settings` are the provider's: checked by its format's rules and written back.
 */
export function readConversation(body: Fields, settings: SentBody, sessions: Sessions): ConversationSource {
  const sent = sentBody(body, settings);
  if (sent) return decodeSent(sent, codecFor(body.format, sent, body.model), body.onBroken);
  const source = readStored(body, body.session as NonNullable<Fields["session"]>, sessions);
  return { ...source, pinned: pinnedParts(source.conversation) };
}

/** How to treat a broken history: it is mended unless the body is strict. */
export const onBroken = ({ strict, repair }: Pick<CompressBody, "strict" | "repair">): OnBroken =>
  strict || repair === false ? "refuse" : "mend";

/**
 * Parses the history to compress, without the opening message that an earlier call added. Messages that were already
 * sent become the same objects.
 */
export function readHistory(body: Fields, settings: SentBody, sessions: Sessions): ConversationSource {
  const source = asHistory(readConversation(body, settings, sessions));
  const { known } = sessions;
  if (!known || source.stored) return source;
  const { conversation } = source;
  return { ...source, conversation: { ...conversation, messages: known.same(conversation.messages) } };
}

/** A stored session with the messages of its body. Its violations become warnings and are not rejected. */
function readStored(body: Fields, session: NonNullable<Fields["session"]>, { loadStored }: Sessions): Unpinned {
  const stored = loadStored(session.id, choiceOf(session));
  const format = body.format === "auto" ? ownFormat(stored.format) : body.format;
  const codec = codecOf(format);
  return {
    conversation: withApparentOrigins(asSent(stored.conversation, codec)),
    codec,
    wire: null,
    keys: CONVERSATION_KEYS,
    stored,
    warnings: indexWarnings(session, stored.request),
    removed: [],
  };
}

/** The API format that a stored session's client uses. */
export function ownFormat(format: string): string {
  if (/claude|anthropic/.test(format)) return "anthropic";
  if (/gemini|qwen/.test(format)) return "gemini";
  return /codex|openai-responses/.test(format) ? "openai-responses" : "openai-chat";
}
