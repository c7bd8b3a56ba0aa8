import { Problem, problemOf } from "../api/problem";
import type { ConversationFields } from "../api/schemas/conversation";
import { CODECS, type Codec, detectFormat } from "../formats";
import { COMPANIONS, CONVERSATION_KEYS, KEYS, type Key, type SentBody } from "./conversation-keys";
import { noMessages } from "./decode-sent";

export { CONVERSATION_KEYS, type SentBody } from "./conversation-keys";

/**
 * Exactly one conversation, with its keys and the provider's other settings unchanged; null if the body refers to a
 * stored session instead.
 */
export function sentBody(fields: ConversationFields, settings: SentBody = {}): SentBody | null {
  const given: readonly string[] = KEYS.filter((key) => fields[key] !== undefined);
  const [key, another] = fields.session === undefined ? given : [...given, "session"];
  if (key === undefined || another !== undefined)
    throw new Problem(422, "no-conversation", "give exactly one conversation: messages, input, contents or session", {
      errors: [
        { pointer: `$.${another ?? "messages"}`, detail: key === undefined ? "missing" : `given together with ${key}` },
      ],
    });
  refuseStrangers(fields, key);
  if (key === "session") return null;
  const sent = [key, ...COMPANIONS[key as Key]].flatMap((name) => {
    const value = (fields as Record<string, unknown>)[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...Object.fromEntries(sent), ...settings };
}

/** Rejects keys of another format, which would otherwise be ignored silently. */
function refuseStrangers(fields: ConversationFields, key: string): void {
  const own: readonly string[] = key === "session" ? [] : COMPANIONS[key as Key];
  const strangers = CONVERSATION_KEYS.filter(
    (name) => name !== key && name !== "instructions" && !own.includes(name) && name in fields,
  );
  const given = strangers.filter((name) => (fields as Record<string, unknown>)[name] !== undefined);
  if (given.length === 0) return;
  throw new Problem(422, "misplaced-parameter", `${given.join(", ")} does not belong to ${key}`, {
    errors: given.map((name) => ({ pointer: `$.${name}`, detail: `it has no meaning together with ${key}` })),
  });
}

/**
 * The codec of the given format, or of the detected one. If plain texts fit several formats, the model's name decides.
 */
export function codecFor(format: string, sent: SentBody, model?: string): Codec {
  if (format !== "auto") return codecOf(format);
  const found = detectFormat("messages" in sent && model !== undefined ? { ...sent, model } : sent);
  if (found.ok) return found.value;
  // Each of these keys belongs to a single format, whose decoder reports errors and their places.
  if ("input" in sent || "contents" in sent) return codecOf("input" in sent ? "openai-responses" : "gemini");
  if (Array.isArray(sent.messages) && sent.messages.length === 0) throw noMessages("messages");
  throw problemOf(422, found.error);
}

/** `ai-sdk-ui` and `ai-sdk-model` are the two shapes of `ai-sdk`. */
export function codecOf(format: string, pointer = "$.format"): Codec {
  const id = /^ai-sdk-(ui|model)$/.test(format) ? "ai-sdk" : format;
  const codec = CODECS.find((candidate) => candidate.id === id);
  if (codec) return codec;
  const known = CODECS.map((candidate) => candidate.id).join(", ");
  throw new Problem(422, "unknown-format", `no format is called ${format}`, {
    errors: [{ pointer, detail: `known: auto, ${known}` }],
  });
}
