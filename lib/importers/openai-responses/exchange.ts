import { asArray, asObject, asText, type JsonObject } from "../../formats/json-fields";
import { isOwnItem } from "../../formats/openai-responses/decode-item";
import { parsedObject } from "../part-drafts";
import { assembleStream } from "../streams/assemble-stream";

/** One call as a row contains it: the request, the response, or both. */
export type Exchange = {
  readonly request: JsonObject | null;
  readonly response: JsonObject | null;
};

/** Fields of a request that no other API with a field `input` has. */
const REQUEST_FIELDS = [
  "instructions",
  "previous_response_id",
  "max_output_tokens",
  "reasoning",
  "truncation",
  "include",
];

/**
 * The call in a value: a request body, a response object, `{ request, response }` of a log (bodies may be JSON text), a
 * final stream event, or a bare list of items. Null if there is none.
 */
export function exchangeOf(value: unknown): Exchange | null {
  if (Array.isArray(value)) return value.some(isOwnItem) ? { request: { input: value }, response: null } : null;
  const fields = asObject(value);
  if (!fields) return null;
  if (isUnfinished(fields)) return null;
  if (isResponse(fields)) return { request: null, response: fields };
  if (isRequest(fields)) return { request: fields, response: null };
  const response = asBody(fields.response, isResponse);
  const request = asBody(fields.request, isRequest);
  // In a log, the shape of the response reveals the API of the request.
  const loose = response ? (request ?? asBody(fields.request, hasInput)) : request;
  return loose || response ? { request: loose, response } : null;
}

/** A stream repeats the response with every change of its state. The final event contains all of it. */
const FINAL_EVENTS = new Set(["response.completed", "response.failed", "response.incomplete"]);

export const isStreamEvent = (fields: JsonObject) =>
  asText(fields.type)?.startsWith("response.") === true && typeof fields.sequence_number === "number";

const isUnfinished = (fields: JsonObject) => isStreamEvent(fields) && !FINAL_EVENTS.has(asText(fields.type) ?? "");

const isResponse = (fields: JsonObject) => fields.object === "response" && Array.isArray(fields.output);

const hasInput = (fields: JsonObject) => typeof fields.input === "string" || Array.isArray(fields.input);

function isRequest(fields: JsonObject): boolean {
  if (!hasInput(fields) || "output" in fields) return false;
  if (asArray(fields.input)?.some(isOwnItem)) return true;
  const areItems = typeof fields.input === "string" || asArray(fields.input)?.every(isMessage) === true;
  return areItems && asText(fields.model) !== null && REQUEST_FIELDS.some((name) => name in fields);
}

const isMessage = (value: unknown) => typeof asObject(value)?.role === "string";

/** Some proxies log bodies as text. */
function asBody(value: unknown, isIt: (fields: JsonObject) => boolean): JsonObject | null {
  const fields = parsedObject(value) ?? streamed(value);
  return fields && isIt(fields) ? fields : null;
}

/** The response, parsed if it was logged as stream text. */
const streamed = (value: unknown) => (typeof value === "string" ? assembleStream("openai-responses", value) : null);
