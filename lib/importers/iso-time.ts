/** Numbers below this are seconds since 1970, others milliseconds: 10¹¹ s is the year 5138, 10¹¹ ms is 1973. */
const SECONDS_BELOW = 1e11;

/** PostgreSQL writes `+00`. */
const ZONE = /(?:Z|UTC|GMT|[+-]\d\d(?::?\d\d)?)$/i;

/**
 * A time of a log as ISO 8601 in UTC, from ISO text or from a number of seconds or milliseconds since 1970. Text
 * without a zone is assumed to be UTC, so the same file gives the same result everywhere. Null if it is not a time.
 */
export function isoTime(value: unknown): string | null {
  const time = typeof value === "string" ? Date.parse(withZone(value)) : milliseconds(value);
  return Number.isFinite(time) && Math.abs(time) <= 8.64e15 ? new Date(time).toISOString() : null;
}

function milliseconds(value: unknown): number {
  if (typeof value !== "number" || value <= 0) return Number.NaN;
  return value < SECONDS_BELOW ? value * 1000 : value;
}

/** ISO text with a zone. If the text has none, UTC is added. */
export function withZone(text: string): string {
  const isZoneless = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(text) && !ZONE.test(text);
  return isZoneless ? `${text}Z` : text;
}
