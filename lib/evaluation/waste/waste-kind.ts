/** Kinds of content that is carried for nothing, apart from the rules that find it: pages name them without those. */
export const WASTE_KINDS = ["stale-read", "same-text", "repeated-error", "restated-plan"] as const;
export type WasteKind = (typeof WASTE_KINDS)[number];
