import { isContent } from "../../formats/gemini/decode-parts";
import { asArray, asObject, asText, type JsonObject } from "../../formats/json-fields";
import { parsedJsonOr } from "../model-calls/traced-message";
import { parsedObject } from "../part-drafts";

/** One call as a row contains it. A streamed answer consists of several chunks, in order. */
export type Exchange = { readonly request: JsonObject | null; readonly chunks: readonly JsonObject[] };

/**
 * The call in a value: a request body (`contents`), a response (`candidates`), the chunks of a streamed response, a log
 * with both (bodies may be JSON text), or a bare list of contents. Null if there is none.
 */
export function exchangeOf(value: unknown): Exchange | null {
  if (Array.isArray(value)) return listed(value);
  const fields = asObject(value);
  if (!fields) return null;
  if (isResponse(fields)) return { request: null, chunks: [fields] };
  if (isRequest(fields)) return { request: fields, chunks: [] };
  const request = parsedObject(fields.request);
  const response = parsedJsonOr(fields.response);
  const chunks = (asArray(response) ?? [response]).map(asObject).filter((chunk) => chunk !== null && isResponse(chunk));
  const isCall = (request !== null && isRequest(request)) || chunks.length > 0;
  return isCall ? { request, chunks: chunks as JsonObject[] } : null;
}

function listed(values: readonly unknown[]): Exchange | null {
  if (values.length === 0) return null;
  if (values.every(isContent)) return { request: { contents: values }, chunks: [] };
  const chunks = values.map(asObject).filter((chunk) => chunk !== null && isResponse(chunk));
  return chunks.length === values.length ? { request: null, chunks: chunks as JsonObject[] } : null;
}

/** A blocked answer has no candidates, and the last chunk of a stream may have one without content. */
export function isResponse(fields: JsonObject): boolean {
  const candidates = asArray(fields.candidates)?.map(asObject);
  if (candidates?.some((candidate) => isContent(candidate?.content))) return true;
  const isOwn = candidates !== undefined || "modelVersion" in fields || "promptFeedback" in fields;
  return isOwn && asObject(fields.usageMetadata) !== null;
}

function isRequest(fields: JsonObject): boolean {
  const contents = asArray(fields.contents);
  return contents !== null && contents.length > 0 && contents.every(isContent);
}

/** Chunks of one streamed answer share its id. */
export const responseIdOf = (chunk: JsonObject | undefined) => asText(chunk?.responseId);
