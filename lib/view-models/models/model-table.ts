import { sentence } from "../../wording/say";

/** A row of the models page. Prices in dollars per million tokens; null: not published, or no separate price. */
export type ModelTableRow = {
  readonly id: string;
  readonly title: string;
  readonly provider: string;
  readonly released: string | null;
  readonly window: number | null;
  readonly extendedWindow: number | null;
  /** As printed in the published table of windows; null outside that table. */
  readonly printed: string | null;
  readonly maxOutput: number | null;
  readonly input: number | null;
  readonly output: number | null;
  readonly cacheRead: number | null;
  readonly cacheWrite: number | null;
  /** Prompts longer than this cost more: their input price is `inputAbove`. */
  readonly stepAt: number | null;
  readonly inputAbove: number | null;
  /** The price has changed, or depends on the time of day. */
  readonly hasPeriods: boolean;
  readonly cacheRule: string | null;
  readonly tokenizer: string;
  readonly isExact: boolean;
  readonly isOwn: boolean;
  /** Number of the reader's sessions with this model. */
  readonly sessions: number;
  /** Number of figures for which another source differs. */
  readonly disagreements: number;
};

export const MODEL_COLUMNS = [
  { id: "id", label: sentence("Model"), isNumeric: false },
  { id: "released", label: sentence("Released"), isNumeric: false },
  { id: "window", label: sentence("Window"), isNumeric: true },
  { id: "maxOutput", label: sentence("Max output"), isNumeric: true },
  { id: "input", label: sentence("Input $"), isNumeric: true },
  { id: "output", label: sentence("Output $"), isNumeric: true },
  { id: "cacheRead", label: sentence("Cache read $"), isNumeric: true },
  { id: "cacheWrite", label: sentence("Write $"), isNumeric: true },
  { id: "cacheRule", label: sentence("Cache rule"), isNumeric: false },
  { id: "tokenizer", label: sentence("Tokenizer"), isNumeric: false },
] as const;
export type ModelColumn = (typeof MODEL_COLUMNS)[number]["id"];
export const MODEL_COLUMN_IDS = MODEL_COLUMNS.map(({ id }) => id);

export function filterModels(
  rows: readonly ModelTableRow[],
  { text, provider }: { text: string; provider: string | null },
): ModelTableRow[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return rows.filter((row) => {
    if (provider !== null && row.provider !== provider) return false;
    const haystack = `${row.id} ${row.title} ${row.provider} ${row.tokenizer}`.toLowerCase();
    return words.every((word) => haystack.includes(word));
  });
}

/**
 * Unknown values come last in either direction; ties keep the release order. Without a column: the models of the
 * reader's sessions, most used first, then the newest.
 */
export function sortModels(
  rows: readonly ModelTableRow[],
  column: ModelColumn | null,
  direction: "asc" | "desc",
): ModelTableRow[] {
  if (column === null)
    return [...rows].sort(
      (a, b) =>
        b.sessions - a.sessions ||
        Number(b.isOwn) - Number(a.isOwn) ||
        (b.released ?? "").localeCompare(a.released ?? ""),
    );
  const sign = direction === "asc" ? 1 : -1;
  return [...rows].sort((a, b) => {
    const [left, right] = [a[column], b[column]];
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    const order = typeof left === "number" ? left - Number(right) : left.localeCompare(String(right), "en");
    return sign * order || (a.released ?? "").localeCompare(b.released ?? "");
  });
}
