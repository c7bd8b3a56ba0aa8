import type * as z from "zod";
import { addressOf, type RouteValues } from "@/lib/api/address-of";
import type { ROUTES, RouteKey } from "@/lib/api/routes";
import type { Answer } from "@/lib/api/schemas/fields";
import type { Problem } from "@/lib/api/schemas/problem";
import { reportServerAway } from "./server-away";

/** Why a call failed: the server's problem (RFC 9457), or `no-answer` or `cancelled`. */
export type ApiFailure = {
  readonly code: string;
  readonly message: string;
  /** HTTP status; null if there was no answer. */
  readonly status: number | null;
  /** Start of the request's id, to find the request in the server's log; null if there was no answer. */
  readonly request: string | null;
  readonly errors: Problem["errors"];
};
export type Finished<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: ApiFailure };

type Answers<Key extends RouteKey> = (typeof ROUTES)[Key]["answers"];
type ValueOf<Schema> = Schema extends z.ZodType ? Answer<Schema> : null;
type Success<Key extends RouteKey> = {
  [Status in keyof Answers<Key>]: {
    readonly ok: true;
    readonly status: Status;
    readonly value: ValueOf<Answers<Key>[Status]>;
  };
}[keyof Answers<Key>];

/** A call's result. `status` distinguishes the answers of a route with several. */
export type Called<Key extends RouteKey> = Success<Key> | { readonly ok: false; readonly failure: ApiFailure };

export type CallOptions = RouteValues & {
  readonly body?: unknown;
  readonly signal?: AbortSignal;
};

/** Calls the API: returns a value typed by the route's schema, or a failure. Never throws. */
export async function callApi<Key extends RouteKey>(key: Key, options: CallOptions = {}): Promise<Called<Key>> {
  const { body, signal } = options;
  try {
    const response = await fetch(addressOf(key, options), {
      method: key.slice(0, key.indexOf(" ")),
      ...(body !== undefined && { headers: { "content-type": "application/json" }, body: textOf(body) }),
      ...(signal && { signal }),
    });
    const value = readBody(await response.text()); // a truncated body is not an answer
    if (response.ok) return { ok: true, status: response.status, value } as unknown as Called<Key>;
    return { ok: false, failure: failureOf(value, response.status) };
  } catch {
    if (signal?.aborted) return { ok: false, failure: CANCELLED };
    reportServerAway();
    return { ok: false, failure: NO_ANSWER };
  }
}

/** Parses a body as JSON. Null if it is empty or not JSON, for example a proxy's error page. */
function readBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** A manually written call: any route, and a body that may be wrong. */
export type RawCall = {
  readonly method: string;
  /** Path and query on this server. */
  readonly address: string;
  readonly body: string | null;
  /** A file to send instead of a body. */
  readonly file: File | null;
};
/** A raw answer, whatever its status. */
export type RawAnswer = {
  readonly status: number;
  readonly statusText: string;
  readonly media: string;
  /** null: a file that is not text. */
  readonly text: string | null;
  readonly bytes: number;
  /** From sending to the last byte, in milliseconds. */
  readonly time: number;
};

/** Sends a call and returns any answer, including rejections. Fails only without an answer. Never throws. */
export async function sendCall(call: RawCall, signal: AbortSignal): Promise<Finished<RawAnswer>> {
  const { method, address, body, file } = call;
  const headers: Record<string, string> =
    file === null ? { "content-type": "application/json" } : { "x-file-name": encodeURIComponent(file.name) };
  const start = performance.now();
  try {
    const sent = file ?? body;
    const response = await fetch(address, { method, signal, ...(sent !== null && { headers, body: sent }) });
    const blob = await response.blob();
    const time = performance.now() - start;
    const media = response.headers.get("content-type") ?? "";
    const text = /json|^text\//.test(media) || blob.size === 0 ? await blob.text() : null;
    const { status, statusText } = response;
    return { ok: true, value: { status, statusText, media, text, bytes: blob.size, time } };
  } catch {
    return { ok: false, failure: signal.aborted ? CANCELLED : NO_ANSWER };
  }
}

const CANCELLED: ApiFailure = {
  code: "cancelled",
  message: "Stopped. Nothing was changed.",
  status: null,
  request: null,
  errors: [],
};
const NO_ANSWER: ApiFailure = {
  code: "no-answer",
  message: "The server did not respond.",
  status: null,
  request: null,
  errors: [],
};

/** The body as JSON. Strings are already JSON and are sent unchanged, because some callers compare bodies as text. */
const textOf = (body: unknown): string => (typeof body === "string" ? body : JSON.stringify(body));

/** Number of characters shown of a request's id, short enough to read out or search for. */
const SHORT_ID = 8;

function failureOf(value: unknown, status: number): ApiFailure {
  const { code, detail, errors, instance } = (value ?? {}) as Partial<Problem>;
  const request = instance?.split(":").at(-1)?.slice(0, SHORT_ID) ?? null;
  const message = detail ?? `The server responded with status ${status}.`;
  return {
    code: code ?? `http-${status}`,
    // The log has more about server errors; other messages explain what to change.
    message: status >= 500 && request !== null ? `${message} (request ${request})` : message,
    status,
    request,
    errors: errors ?? [],
  };
}

/** Wraps a failure for code that must throw it. */
export class ApiError extends Error {
  constructor(readonly failure: ApiFailure) {
    super(failure.message);
  }
}

/** A call's answer; throws an `ApiError` on failure. */
export function answerOf<T>(called: Finished<T>): T {
  if (called.ok) return called.value;
  throw new ApiError(called.failure);
}
