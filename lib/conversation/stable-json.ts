import { jsonText, withNumbersOf } from "./exact-json";
import type { JsonValue } from "./part";

/**
 * JSON with sorted keys and without null members, with numbers as they were read. Equal values then give equal text, so
 * a cached prefix stays the same.
 */
export function stableJson(value: JsonValue): string {
  return jsonText(sorted(value));
}

function sorted(value: JsonValue): JsonValue {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value))
    return withNumbersOf(
      value,
      value.map((item) => sorted(item as JsonValue)),
    );
  const members = Object.entries(value as { readonly [key: string]: JsonValue })
    .filter(([, member]) => member !== null && member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([key, member]) => [key, sorted(member)] as const);
  return withNumbersOf(value, Object.fromEntries(members));
}
