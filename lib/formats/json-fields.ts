/** Reading unknown JSON at hot paths, where a schema library would cost more than the work itself. */

export type JsonObject = { readonly [key: string]: unknown };

export function asObject(value: unknown): JsonObject | null {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : null;
}

export const asArray = (value: unknown): readonly unknown[] | null => (Array.isArray(value) ? value : null);

export const asString = (value: unknown): string | null => (typeof value === "string" ? value : null);

/** A string with something in it. */
export const asText = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);

/** A finite, non-negative number: what a counter can be. */
export function asCount(value: unknown): number | null {
  return typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : null;
}

/** For flatMap: one value or none. (`value ?? []` does not type-check for objects with an index signature.) */
export const listOf = <T>(value: T | null | undefined): T[] => (value === null || value === undefined ? [] : [value]);
