import { asArray, asObject, asString, asText, type JsonObject } from "../../formats/json-fields";
import { readPromptBlocks } from "../../formats/prompt-blocks";
import type { Capture } from "../captures/capture";
import { parsedObject } from "../part-drafts";
import { timeOf } from "../session-draft";
import { assembleStream } from "../streams/assemble-stream";

/**
 * The call in a row, or null: `{ request: { url, body }, response: { body | body_raw } }` (claude-trace,
 * badlogic/lemmy), the same with `path`, `sse_events` and `duration_ms` (claude-tap), entries of a HAR file, and bare
 * bodies with cache marks.
 */
export function captureOf(row: unknown): Capture | null {
  const fields = asObject(row);
  const request = asObject(fields?.request);
  if (!fields || !request) return null;
  const wrapped = bodyOf(request);
  const body = wrapped ?? (hasMarks(request) ? request : null);
  if (!body || !Array.isArray(body.messages) || asText(body.model) === null) return null;
  const response = asObject(fields.response);
  const answer = response && answerOf(response);
  if (!isMessagesCall(request, wrapped !== null) && answer === null) return null;
  return { body, answer, error: answer || !response ? null : errorOf(response), ...timesOf(fields, request, response) };
}

const bodyOf = (request: JsonObject): JsonObject | null =>
  asObject(request.body) ?? parsedObject(request.body) ?? parsedObject(asObject(request.postData)?.text);

const hasMarks = (body: JsonObject) => Array.isArray(body.messages) && (readPromptBlocks(body)?.marks.length ?? 0) > 0;

/** A request to count tokens has the same body, but does not call the model. */
function isMessagesCall(request: JsonObject, isWrapped: boolean): boolean {
  const url = asText(request.url) ?? asText(request.path);
  return isWrapped && url !== null && /\/v1\/messages(?:\?|$)/.test(url);
}

function answerOf(response: JsonObject): JsonObject | null {
  const events = asArray(response.sse_events);
  const content = asObject(response.content);
  const text = asString(response.body_raw) ?? asString(response.body) ?? asString(content?.text);
  const whole = [response, asObject(response.body), text === null ? null : parsedObject(text)].find(isMessage);
  const stream = events ?? text;
  return whole ?? (stream === null ? null : assembleStream("anthropic", stream));
}

const isMessage = (value: JsonObject | null): value is JsonObject =>
  value?.type === "message" && Array.isArray(value.content);

function errorOf(response: JsonObject): Capture["error"] {
  const status = [response.status_code, response.status].find((code) => typeof code === "number") as number | undefined;
  const body = asObject(response.body) ?? parsedObject(response.body_raw) ?? parsedObject(response.body);
  const message = asText(asObject(body?.error)?.message);
  if (message === null && (status === undefined || status < 400)) return null;
  return { message: message ?? `The provider answered ${status}.`, ...(status !== undefined && { status }) };
}

/** claude-tap writes a row, and its time, when the response is complete. The other tools log both start and end. */
function timesOf(row: JsonObject, request: JsonObject, response: JsonObject | null) {
  const start = timeOf(request.timestamp) ?? timeOf(row.startedDateTime);
  const length = [row.duration_ms, row.time].find((value) => typeof value === "number") as number | undefined;
  if (start !== null) return { startedAt: start, endedAt: timeOf(response?.timestamp) ?? later(start, length) };
  const end = timeOf(row.timestamp);
  return { startedAt: (end && later(end, length === undefined ? undefined : -length)) ?? end, endedAt: end };
}

const later = (time: string, milliseconds: number | undefined): string | null =>
  milliseconds === undefined ? null : timeOf(Date.parse(time) + milliseconds);
