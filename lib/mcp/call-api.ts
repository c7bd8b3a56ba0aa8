import type * as z from "zod";
import type { RouteValues } from "../api/address-of";
import type { ROUTES, RouteKey } from "../api/routes";
import type { Answer } from "../api/schemas/fields";

/** The routes that the tools call. The host of the tools must answer them. */
const USED_ROUTES = [
  "GET /api/library/sessions",
  "GET /api/library/places",
  "GET /api/sessions/{id}",
  "GET /api/sessions/{id}/requests",
  "GET /api/sessions/{id}/answer",
  "GET /api/sessions/{id}/spend",
  "GET /api/sessions/{id}/receipt",
  "GET /api/sessions/{id}/messages",
  "GET /api/strategies",
  "GET /api/refs/{id}",
  "POST /api/compress",
  "POST /api/compress/compare",
  "POST /api/advise",
  "GET /api/jobs/{id}",
  "DELETE /api/jobs/{id}",
  "GET /api/runs/{id}",
] as const satisfies readonly RouteKey[];
export type UsedRoute = (typeof USED_ROUTES)[number];

type Answers<Key extends RouteKey> = (typeof ROUTES)[Key]["answers"];
/** A route's successful answer, whatever the status. */
export type RouteAnswer<Key extends RouteKey> = {
  [Status in keyof Answers<Key>]: Answers<Key>[Status] extends z.ZodType ? Answer<Answers<Key>[Status]> : never;
}[keyof Answers<Key>];

export type RouteCall = RouteValues & { readonly body?: unknown; readonly signal: AbortSignal };

/** Calls a route of the API. A reported failure is thrown as a `Problem`. */
export type CallApi = <Key extends UsedRoute>(key: Key, call: RouteCall) => Promise<RouteAnswer<Key>>;
