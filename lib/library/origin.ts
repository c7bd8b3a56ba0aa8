import type { JsonObject } from "../formats/json-fields";

/** What an item was read from. A copy with another text keeps it, and neither comparisons nor counts see it. */
export const ORIGIN = Symbol("origin");

/** A message or a part of one as the AI SDK writes it. */
export type Item = JsonObject & { readonly [ORIGIN]?: unknown };
