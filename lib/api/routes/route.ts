import type * as z from "zod";

/** An answer that is not JSON: its media types and its description. */
export type FileAnswer = { readonly media: readonly string[]; readonly description: string };

export type Route = {
  readonly summary: string;
  /** Query parameters. The key contains the path parameters. */
  readonly query?: Readonly<Record<string, z.ZodType>>;
  readonly body?: z.ZodType | FileAnswer;
  /** By status; null: no content. Every other answer is a problem. */
  readonly answers: Readonly<Record<number, z.ZodType | FileAnswer | null>>;
  /** Server-sent events by name, for `Accept: text/event-stream` or for a route that only sends events. */
  readonly events?: Readonly<Record<string, z.ZodType>>;
};

/** By method and path: `GET /api/sessions/{id}`. */
export type RouteTable = Readonly<Record<string, Route>>;
