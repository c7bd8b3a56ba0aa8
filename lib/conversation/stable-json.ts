import type { JsonValue } from "./part";

/**
 * JSON with sorted keys and without null members. Equal values then give equal text, so a cached prefix stays the same.
 */
export function stableJson(value: JsonValue): string {
  return JSON.stringify(sorted(value));
}

function sorted(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map((item) => sorted(item as JsonValue));
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value as { readonly [key: string]: JsonValue });
  return Object.fromEntries(
    members
      .filter(([, member]) => member !== null && member !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
      .map(([key, member]) => [key, sorted(member)]),
  );
}
