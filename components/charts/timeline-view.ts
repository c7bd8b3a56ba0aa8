import type { Kind } from "@/components/ui/content-kinds";

/** One request as the spine draws it. Positions count from 0 within the agent; screens add 1. */
export type TimelinePoint = {
  promptTokens: number;
  composition: Readonly<Record<Kind, number>>;
  /** null = the log does not say. */
  read: number | null;
  written: number | null;
  uncached: number | null;
  /** Letter of the cache break that this request suffered. */
  breakLetter: string | null;
  /** The break follows from a compaction or an idle gap; drawn outlined. */
  isExpectedBreak: boolean;
};

/** Happened just before the request at `at`. */
export type TimelineCompaction = { at: number; label: string };
export type TimelineIdle = { at: number; label: string };

export type TimelineView = {
  points: readonly TimelinePoint[];
  /** Tokens; null when the model is not known. */
  window: number | null;
  /** Where the client compacts by itself; null when not known. */
  reserveFrom: number | null;
  /** The prompt sizes are estimates, because the log reports no usage. */
  isEstimate: boolean;
  compactions: readonly TimelineCompaction[];
  idles: readonly TimelineIdle[];
};
