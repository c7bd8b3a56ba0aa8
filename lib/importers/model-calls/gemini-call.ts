import { apparentOrigin } from "../../conversation/apparent-origin";
import { CallPairing, decodeParts, isContent } from "../../formats/gemini/decode-parts";
import { asArray, asObject, type JsonObject } from "../../formats/json-fields";
import { isResponse } from "../gemini-contents/exchange";
import type { PartDraft } from "../item-session";
import type { PromptMessage } from "./model-call";
import { parsedJsonOr } from "./traced-message";

/** A call of Gemini's own API: what was sent, and the response. */
type GeminiCall = { readonly prompt: readonly PromptMessage[]; readonly answer: readonly PartDraft[] };

/**
 * Decodes a logged call of Gemini's own API: its body (`contents`) or the contents alone, and its response, complete or
 * in chunks. Null if there is none. Tool calls have no ids there, so request and response are decoded together.
 */
export function readGeminiCall(request: unknown, response: unknown): GeminiCall | null {
  const given = parsedJsonOr(request);
  const body = asObject(given);
  const contents = asArray(body?.contents) ?? asArray(given) ?? [];
  const chunks = chunksOf(parsedJsonOr(response));
  const isOwn = contents.length > 0 && contents.every(isContent);
  if (!isOwn && chunks.length === 0) return null;
  const pairing = new CallPairing();
  const told = isOwn ? contents.flatMap((content) => messageOf(asObject(content) ?? {}, pairing)) : [];
  const system = draftsOf(systemOf(body), pairing);
  const prompt: PromptMessage[] = system.length > 0 ? [{ role: "system", parts: system }, ...told] : told;
  return { prompt, answer: joined(chunks.flatMap((chunk) => answerOf(chunk, pairing))) };
}

/** `usageMetadata` of a response; of the last chunk, if there are several. */
export const geminiUsageIn = (response: unknown): unknown =>
  chunksOf(parsedJsonOr(response)).findLast((chunk) => asObject(chunk.usageMetadata))?.usageMetadata;

const chunksOf = (response: unknown): JsonObject[] =>
  (asArray(response) ?? [response]).flatMap((value) => {
    const chunk = asObject(value);
    return chunk && isResponse(chunk) ? [chunk] : [];
  });

/** The system prompt. Clients of the SDK log it unchanged inside `config`. */
function systemOf(body: JsonObject | null): unknown {
  const config = asObject(body?.config) ?? asObject(body?.generationConfig);
  const given =
    body?.systemInstruction ?? body?.system_instruction ?? config?.systemInstruction ?? config?.system_instruction;
  return asObject(given)?.parts ?? given;
}

function messageOf(content: JsonObject, pairing: CallPairing): PromptMessage[] {
  const parts = draftsOf(content.parts, pairing);
  if (parts.length === 0) return [];
  if (content.role === "model") return [{ role: "assistant", parts }];
  return [{ role: apparentOrigin({ role: "user", parts }) === "tool" ? "tool" : "user", parts }];
}

const answerOf = (chunk: JsonObject, pairing: CallPairing): PartDraft[] =>
  draftsOf(asObject(asObject(asArray(chunk.candidates)?.[0])?.content)?.parts, pairing);

const draftsOf = (parts: unknown, pairing: CallPairing): PartDraft[] =>
  parts === undefined || parts === null
    ? []
    : decodeParts(parts, { id: () => "" }, pairing).map(({ id: _id, ...part }) => part as PartDraft);

/** Joins the pieces of a streamed text. */
function joined(parts: readonly PartDraft[]): PartDraft[] {
  const whole: PartDraft[] = [];
  for (const part of parts) {
    const last = whole.at(-1);
    const isText = (part.type === "text" || part.type === "reasoning") && last?.type === part.type;
    if (isText && "text" in last) whole[whole.length - 1] = { ...last, ...part, text: last.text + part.text };
    else whole.push(part);
  }
  return whole;
}
