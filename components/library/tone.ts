/** The colours of figures that are good or bad. Apart from the rows, because the server draws totals with them. */
export const TONE = { good: "text-good", bad: "text-bad" } as const;
