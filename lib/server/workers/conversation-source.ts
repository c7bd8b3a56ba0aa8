import type { ConversationFields } from "@/lib/api-schemas/compress-body";
import { findViolations } from "@/lib/conversation/invariants";
import type { Conversation } from "@/lib/conversation/message";
import { CODECS, type Codec, detectFormat, type WireContext } from "@/lib/formats";
import { Problem, problemOf } from "../problem";
import { loadContext, type StoredContext } from "./load-context";
import { repairHistory } from "./repair-history";

/** The conversation of a body, and how to write it back in the shape it came in. */
export type ConversationSource = {
  readonly conversation: Conversation;
  readonly codec: Codec;
  readonly wire: WireContext | null;
  /** What of the body is the conversation: `messages`, and `system` and `tools` where sent. */
  readonly keys: readonly string[];
  readonly stored: StoredContext | null;
};

type Fields = ConversationFields & { readonly repair?: boolean };

/** Exactly one conversation, decoded and structurally sound; anything else is a 422 that says what and where. */
export function readConversation(body: Fields): ConversationSource {
  if (body.input !== undefined) throw unsupported("input", "openai-responses");
  if (body.contents !== undefined || body.systemInstruction !== undefined) throw unsupported("contents", "gemini");
  const given = [body.messages, body.session].filter((value) => value !== undefined);
  if (given.length !== 1)
    throw new Problem(422, "no-conversation", "give exactly one conversation: messages or session", {
      errors: [{ pointer: "$.messages", detail: given.length === 0 ? "missing" : "given together with session" }],
    });
  return body.session ? readStored(body, body.session) : readMessages(body);
}

const unsupported = (key: string, format: string) =>
  new Problem(422, "unsupported-format", `${format} bodies are not supported yet`, {
    errors: [
      { pointer: `$.${key}`, detail: `supported: ${CODECS.flatMap(({ id }) => (id === format ? [] : id)).join(", ")}` },
    ],
  });

/** Stored sessions come as they were logged; what is broken there is a warning of the result, not a refusal. */
function readStored(body: Fields, { id, request }: NonNullable<Fields["session"]>): ConversationSource {
  const stored = loadContext(id, request ?? null);
  const format =
    body.format === "auto" ? (/claude|anthropic/.test(stored.format) ? "anthropic" : "openai-chat") : body.format;
  return {
    conversation: stored.conversation,
    codec: codecOf(format),
    wire: null,
    keys: ["messages", "system", "tools"],
    stored,
  };
}

function readMessages(body: Fields): ConversationSource {
  const { messages, system, tools } = body;
  const sent = { messages, ...(system !== undefined && { system }), ...(tools !== undefined && { tools }) };
  const codec = body.format === "auto" ? detected(sent) : codecOf(body.format);
  const decoded = codec.decode(sent);
  if (!decoded.ok) throw problemOf(422, decoded.error);
  const { conversation, wire } = decoded.value;
  const source = { conversation, codec, wire, keys: Object.keys(sent), stored: null };
  if (body.repair) return { ...source, conversation: repairHistory(conversation) };
  assertValid(codec, sent, conversation);
  return source;
}

function detected(sent: unknown): Codec {
  const found = detectFormat(sent);
  if (found.ok) return found.value;
  throw problemOf(422, found.error);
}

function codecOf(format: string): Codec {
  const codec =
    CODECS.find(({ id }) => id === format) ??
    (/^ai-sdk-(ui|model)$/.test(format) ? CODECS.find(({ id }) => id === "ai-sdk") : undefined);
  if (codec) return codec;
  const known = CODECS.map(({ id }) => id).join(", ");
  throw new Problem(422, "unknown-format", `no format is called ${format}`, {
    errors: [{ pointer: "$.format", detail: `known: auto, ${known}` }],
  });
}

function assertValid(codec: Codec, sent: unknown, conversation: Conversation): void {
  // The format's rules name places of the body; those of the conversation would tell the same fault once more.
  const onWire = codec.validate(sent);
  const violations = onWire.length > 0 ? onWire : findViolations(conversation);
  const unique = [
    ...new Map(
      violations.map((entry) => [JSON.stringify([entry.code, entry.messageId, entry.partId]), entry]),
    ).values(),
  ];
  if (unique.length === 0) return;
  throw new Problem(422, "invalid-history", `the history breaks ${unique.length} rule(s); repair: true mends it`, {
    errors: unique
      .slice(0, 100)
      .map(({ code, message, partId, messageId }) => ({ pointer: partId ?? messageId, detail: `${code}: ${message}` })),
    extra: { violations: unique.slice(0, 100) },
  });
}
