import type { LibrarySpendRow } from "../../api/schemas/spend";

/** The day after the last session with this spender; null if newer sessions still have it, or without dates. */
export function goneSince(row: LibrarySpendRow, rows: readonly LibrarySpendRow[]): string | null {
  const newest =
    rows
      .flatMap(({ last_day }) => last_day ?? [])
      .sort()
      .at(-1) ?? "";
  if (row.last_day === null || row.last_day >= newest) return null;
  return new Date(Date.parse(row.last_day) + DAY_MS).toISOString().slice(0, 10);
}

const DAY_MS = 86_400_000;
