import type { JsonObject } from "../formats/json-fields";

/** The source of an item. A copy with another text keeps it; comparisons and counts ignore it. */
export const ORIGIN = Symbol("origin");

/** A message, or part of one, in the AI SDK's form. */
export type Item = JsonObject & { readonly [ORIGIN]?: unknown };
