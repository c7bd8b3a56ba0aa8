/** Colours of good and bad figures. Separate from the rows, because the server renders totals with them. */
export const TONE = { good: "text-good", bad: "text-bad" } as const;
