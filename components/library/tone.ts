/** Colours of good and bad figures. Separate from the rows, because the server uses them to render totals. */
export const TONE = { good: "text-good", bad: "text-bad" } as const;
