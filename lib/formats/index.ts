import { fail, ok, type Result } from "../conversation/errors";
import { aiSdk } from "./ai-sdk";
import { anthropic } from "./anthropic";
import type { Codec } from "./codec";
import { gemini } from "./gemini";
import { openaiChat } from "./openai-chat";
import { openaiResponses } from "./openai-responses";
import { messageList } from "./wire-context";

export type { Codec, Decoded, WireFormat } from "./codec";
export type { WireContext } from "./wire-context";

/** Every wire format, in no particular order. */
export const CODECS: readonly Codec[] = [openaiChat, openaiResponses, anthropic, gemini, aiSdk];

/** The only format that a body can have. If there is none, or more than one, the failure lists the candidates. */
export function detectFormat(body: unknown): Result<Codec> {
  const candidates = CODECS.filter((codec) => codec.detect(body));
  const [only, second] = candidates;
  if (only && !second) return ok(only);
  if (second) {
    const ids = candidates.map((codec) => codec.id).join(", ");
    const message = `The body can be of several formats: ${ids}. Name one.`;
    return fail({ code: "ambiguous-format", message, at: "$.format" });
  }
  const ids = CODECS.map((codec) => codec.id).join(", ");
  const message = `The body is of none of these formats: ${ids}.`;
  return fail({ code: "unknown-format", message, at: messageList(body) ? "$.messages" : "$" });
}
