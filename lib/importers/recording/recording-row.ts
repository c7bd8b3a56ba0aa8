import { asCount, asObject, asText, type JsonObject } from "../../formats/json-fields";
import { timeOf } from "../session-draft";
import type { SharedText } from "./shared-text";

/** The first line of a recording by `winnow record`. */
export type RecordingHead = {
  readonly winnow_recording: 1;
  /** The client that was started; null if the recorder did not start it. */
  readonly client: string | null;
  readonly started_at: string;
};

/**
 * The last line: the session id in the client's own log, if the client logs one but does not send it with its requests.
 */
export type RecordingTail = { readonly client_session: string };

/** All other lines: one request, its answer, and how it ended. Bodies are texts, decoded and decompressed. */
export type ExchangeRow = {
  readonly exchange: number;
  /** The requested host, with its port. */
  readonly host: string;
  readonly method: string;
  readonly path: string;
  readonly started_at: string;
  /** When the answer began; null without an answer. */
  readonly first_byte_at: string | null;
  readonly ended_at: string;
  readonly end: "complete" | "cancelled" | "failed";
  /** Why it failed, if the provider gave no reason. */
  readonly problem?: string;
  readonly request: Side & { readonly body: SharedText | null };
  readonly response: (Side & { readonly status: number; readonly body: string | null }) | null;
};

type Side = {
  readonly headers: Readonly<Record<string, string>>;
  /** As transferred. */
  readonly bytes: number;
};

export const isHead = (row: unknown): boolean => asObject(row)?.winnow_recording === 1;

export const sessionInTail = (row: unknown): string | null => asText(asObject(row)?.client_session);

/** An exchange as read. Missing values are null. */
export type ReadExchange = {
  readonly number: number;
  readonly path: string;
  readonly startedAt: string | null;
  readonly endedAt: string | null;
  readonly end: string;
  readonly problem: string | null;
  readonly headers: JsonObject;
  readonly body: SharedText | null;
  readonly status: number | null;
  readonly answer: string | null;
};

/** Null for a row that is not an exchange. */
export function exchangeIn(row: unknown): ReadExchange | null {
  const fields = asObject(row);
  const number = asCount(fields?.exchange);
  const request = asObject(fields?.request);
  const path = asText(fields?.path);
  if (!fields || number === null || !request || path === null) return null;
  const response = asObject(fields.response);
  return {
    number,
    path,
    startedAt: timeOf(fields.started_at),
    endedAt: timeOf(fields.ended_at),
    end: asText(fields.end) ?? "complete",
    problem: asText(fields.problem),
    headers: asObject(request.headers) ?? {},
    body: sharedTextIn(request.body),
    status: asCount(response?.status),
    answer: typeof response?.body === "string" ? response.body : null,
  };
}

function sharedTextIn(value: unknown): SharedText | null {
  const fields = asObject(value);
  if (typeof fields?.text !== "string") return null;
  const { text } = fields;
  const [from, head, tail] = [asCount(fields.from), asCount(fields.head), asCount(fields.tail)];
  return from === null ? { text } : { text, from, head: head ?? 0, tail: tail ?? 0 };
}
