import type * as z from "zod";
import { addressOf, type RouteValues } from "@/lib/api/address-of";
import type { ROUTES, RouteKey } from "@/lib/api/routes";
import type { Answer } from "@/lib/api/schemas/fields";
import type { Problem } from "@/lib/api/schemas/problem";

/** Why a call failed: the problem that the server reported (RFC 9457), or `no-answer` or `cancelled`. */
export type ApiFailure = {
  readonly code: string;
  readonly message: string;
  /** The HTTP status; null if there was no answer. */
  readonly status: number | null;
  /** The beginning of the request's id, which finds it in the server's log; null if there was no answer. */
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

/** The result of a call. `status` distinguishes the answers of a route that has several. */
export type Called<Key extends RouteKey> = Success<Key> | { readonly ok: false; readonly failure: ApiFailure };

export type CallOptions = RouteValues & {
  readonly body?: unknown;
  readonly signal?: AbortSignal;
};

/** Calls the API: answers with a value typed by the route's schema, or with a failure. Never throws. */
export async function callApi<Key extends RouteKey>(key: Key, options: CallOptions = {}): Promise<Called<Key>> {
  const { body, signal } = options;
  try {
    const response = await fetch(addressOf(key, options), {
      method: key.slice(0, key.indexOf(" ")),
      ...(body !== undefined && { headers: { "content-type": "application/json" }, body: textOf(body) }),
      ...(signal && { signal }),
    });
    const value = readBody(await response.text()); // a body that breaks off is no answer
    if (response.ok) return { ok: true, status: response.status, value } as unknown as Called<Key>;
    return { ok: false, failure: failureOf(value, response.status) };
  } catch {
    return { ok: false, failure: signal?.aborted ? CANCELLED : NO_ANSWER };
  }
}

/** What a body says; null if it is empty or no JSON, as those of a proxy in between are. */
function readBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** A call that somebody wrote by hand: any route, and a body that may be wrong. */
export type RawCall = {
  readonly method: string;
  /** Path and query on this server. */
  readonly address: string;
  /** JSON. */
  readonly body: string | null;
  /** Sent instead of a body. */
  readonly file: File | null;
};
/** An answer as it came, whatever its status. */
export type RawAnswer = {
  readonly status: number;
  readonly statusText: string;
  readonly media: string;
  /** null: a file that is no text. */
  readonly text: string | null;
  readonly bytes: number;
  /** From sending to the last byte, in milliseconds. */
  readonly time: number;
};

/** Sends a call and answers with what came back, a refusal too. Fails only if nothing came. Never throws. */
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
  message: "The server did not answer.",
  status: null,
  request: null,
  errors: [],
};

/**
 * The body as JSON. A string is JSON already: callers that compare bodies to recognise a current result pass strings.
 */
const textOf = (body: unknown): string => (typeof body === "string" ? body : JSON.stringify(body));

/** Characters of an id that people read out and look for. */
const SHORT_ID = 8;

function failureOf(value: unknown, status: number): ApiFailure {
  const { code, detail, errors, instance } = (value ?? {}) as Partial<Problem>;
  const request = instance?.split(":").at(-1)?.slice(0, SHORT_ID) ?? null;
  const message = detail ?? `The server answered ${status}.`;
  return {
    code: code ?? `http-${status}`,
    // If the server is at fault, the log says more; elsewhere the message itself says what to change.
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

/** The answer of a call; throws an `ApiError` for a failure. */
export function answerOf<T>(called: Finished<T>): T {
  if (called.ok) return called.value;
  throw new ApiError(called.failure);
}
