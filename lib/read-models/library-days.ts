import type { LibraryItem } from "./library-item";
import { shortModel } from "./short-model";

/** Sums over the sessions of one day and model family. The day is empty if unknown. */
export type DayCell = {
  readonly day: string;
  readonly family: string;
  readonly sessions: number;
  readonly requests: number;
  /** Dollars of sessions with a price, counted in `priced`. */
  readonly cost: number;
  readonly priced: number;
  /** Sessions with unknown or partial cost. */
  readonly inexact: number;
  /** Sessions that report cache reads; their prompt tokens, and how many of these tokens were read from the cache. */
  readonly reporting: number;
  readonly readOf: number;
  readonly read: number;
  /** Dollars lost by sessions with a known loss, counted in `lossKnown`; the lower end of a range. */
  readonly lost: number;
  readonly lossKnown: number;
};

/** The family of built-in examples. They are nobody's spending, so totals exclude them. */
export const EXAMPLE_FAMILY = "(example)";

/** `sonnet` of `sonnet-4-5`, `gpt` of `gpt-5-codex`. */
export const familyOf = ({ models }: Pick<LibraryItem, "models">): string =>
  shortModel(models)?.split("-")[0] ?? "unknown";

/** UTC day of the start, for the sums; empty if the log has no time. */
export function dayOf({ startedAt }: Pick<LibraryItem, "startedAt">): string {
  const time = startedAt === null ? Number.NaN : Date.parse(startedAt);
  return Number.isNaN(time) ? "" : new Date(time).toISOString().slice(0, 10);
}

/** A session that lost money to cache breaks. `isFloor`: the loss is at least this much. */
export type Loss = Pick<LibraryItem, "id" | "title" | "breaks"> & {
  readonly lostCost: number;
  readonly isFloor: boolean;
};
