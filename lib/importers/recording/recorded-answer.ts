import { asArray, asObject, asText, type JsonObject, listOf } from "../../formats/json-fields";
import { ANTHROPIC, CHAT, GEMINI, RESPONSES, type WireApi } from "../captures/wire-api";
import { parsedObject } from "../part-drafts";
import { assembleStream } from "../streams/assemble-stream";

/** The APIs by the end of their paths. Other calls (models, token counts, telemetry) are not model requests. */
const PATHS: readonly (readonly [RegExp, WireApi])[] = [
  [/\/messages$/, ANTHROPIC],
  [/\/chat\/completions$/, CHAT],
  [/\/responses$/, RESPONSES],
  [/:(?:streamG|g)enerateContent$/, GEMINI],
];

export const apiOfPath = (path: string): WireApi | null => {
  const bare = path.replace(/\?.*$/s, "");
  return PATHS.find(([pattern]) => pattern.test(bare))?.[1] ?? null;
};

/** The model in a call's path, as in Gemini's. */
export const modelInPath = (path: string): string | null => /\/models\/([^/:?]+):/.exec(path)?.[1] ?? null;

/** The response object, assembled from a stream if necessary; null if the text contains none. */
export function answerIn(text: string, api: WireApi): JsonObject | null {
  const whole = parsedObject(text);
  if (api === GEMINI) return geminiAnswer(whole ? [whole] : geminiChunks(text));
  if (whole) return whole.error === undefined || whole.error === null ? whole : null;
  if (api === ANTHROPIC) return assembleStream("anthropic", text);
  return assembleStream(api === CHAT ? "openai-chat" : "openai-responses", text);
}

/** The provider's error message, from a separate answer or a stream event. */
export function errorIn(text: string): string | null {
  const whole = parsedObject(text) ?? eventsIn(text).find((event) => event.error !== undefined);
  const error = asObject(whole?.error) ?? asObject(asObject(whole?.response)?.error);
  return asText(error?.message) ?? asText(whole?.error) ?? asText(whole?.message);
}

const eventsIn = (text: string): JsonObject[] =>
  text.split("\n").flatMap((line) => {
    return line.startsWith("data:") ? listOf(parsedObject(line.slice(5).trim())) : [];
  });

function geminiChunks(text: string): readonly JsonObject[] {
  const events = eventsIn(text);
  if (events.length > 0) return events;
  const list: unknown = text.trimStart().startsWith("[") ? parsedObject(`{"list":${text}}`)?.list : null;
  return (asArray(list) ?? []).flatMap((chunk) => listOf(asObject(chunk)));
}

/** The chunks of a stream as one response. The pieces of a text become one part, and the last counts apply. */
function geminiAnswer(chunks: readonly JsonObject[]): JsonObject | null {
  const last = chunks.findLast((chunk) => Array.isArray(chunk.candidates) || asObject(chunk.usageMetadata));
  if (!last) return null;
  const parts: JsonObject[] = [];
  for (const part of chunks.flatMap(partsOf)) {
    const before = parts.at(-1);
    const isMore = before !== undefined && isText(before) && isText(part) && before.thought === part.thought;
    if (isMore) parts[parts.length - 1] = { ...before, ...part, text: `${before.text}${part.text}` };
    else parts.push(part);
  }
  const usage = chunks.findLast(({ usageMetadata }) => asObject(usageMetadata))?.usageMetadata;
  return { ...last, candidates: [{ content: { role: "model", parts } }], usageMetadata: usage };
}

const partsOf = (chunk: JsonObject): JsonObject[] =>
  (asArray(asObject(asObject(asArray(chunk.candidates)?.[0])?.content)?.parts) ?? []).flatMap((part) =>
    listOf(asObject(part)),
  );

const isText = (part: JsonObject): boolean => typeof part.text === "string";
