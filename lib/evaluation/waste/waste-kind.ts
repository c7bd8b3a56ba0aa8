/**
 * Kinds of useless content. In a separate file, so that pages can list them without loading the rules that find them.
 */
export const WASTE_KINDS = ["stale-read", "same-text", "repeated-error", "restated-plan"] as const;
export type WasteKind = (typeof WASTE_KINDS)[number];
