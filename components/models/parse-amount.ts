/** Parses digits with separators, an optional fraction, and k or M; null for anything else. */
export function parseAmount(text: string): number | null {
  const match = /^([\d., _]*\d)\s*([kKmM]?)$/.exec(text.trim());
  if (!match?.[1]) return null;
  const value = Number(match[1].replace(/[, _]/g, ""));
  const factor = { k: 1000, m: 1_000_000 }[match[2]?.toLowerCase() ?? ""] ?? 1;
  return Number.isFinite(value) && value * factor <= 1e12 ? value * factor : null;
}
