/** Functions that read unknown JSON where speed matters and a schema library would cost more than the work itself. */

export type JsonObject = { readonly [key: string]: unknown };

export function asObject(value: unknown): JsonObject | null {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : null;
}

export const asArray = (value: unknown): readonly unknown[] | null => (Array.isArray(value) ? value : null);

export const asString = (value: unknown): string | null => (typeof value === "string" ? value : null);

/** The objects in a list; none if the value is not a list. */
export const asObjects = (value: unknown): JsonObject[] =>
  (asArray(value) ?? []).map(asObject).filter((item) => item !== null);

/** A string that is not empty. */
export const asText = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);

/**
 * A name or id as text, which may be a number. Nothing else is converted, because `String()` of an object could throw.
 */
export const asLabel = (value: unknown): string | null => (typeof value === "number" ? `${value}` : asText(value));

/** A number that is finite and not negative, as a counter must be. */
export function asCount(value: unknown): number | null {
  return typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : null;
}

/** A list of one value or none, for flatMap. (`value ?? []` is a type error for objects with an index signature.) */
export const listOf = <T>(value: T | null | undefined): T[] => (value === null || value === undefined ? [] : [value]);

export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
