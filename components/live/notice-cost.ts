import { keep, readKept } from "@/components/ui/browser-memory";

const KEPT = "winnow-notice-from";

/** The smallest cost of a cache break that is worth a notice, in dollars; 0 means any break, even one of unknown cost. */
export const readNoticeCost = (): number => Number(readKept(KEPT) ?? 0) || 0;
export const keepNoticeCost = (dollars: number): void => keep(KEPT, dollars === 0 ? null : `${dollars}`);
