import type { LibraryItem } from "./library-item";
import { shortModel } from "./short-model";

/** What the sessions of one day and one family of models sum up to. The day is empty if none is known. */
export type DayCell = {
  readonly day: string;
  readonly family: string;
  readonly sessions: number;
  readonly requests: number;
  /** Dollars of the sessions that have a price, which are `priced`. */
  readonly cost: number;
  readonly priced: number;
  /** Sessions whose cost is unknown or a part. */
  readonly inexact: number;
  /** Sessions that report reads from the cache; prompt tokens of those, and the tokens among them that were read. */
  readonly reporting: number;
  readonly readOf: number;
  readonly read: number;
  /** Dollars lost by the sessions of which that is known, which are `lossKnown`. */
  readonly lost: number;
  readonly lossKnown: number;
};

/** Under which built-in examples are summed up: they are nobody's spending, so they are in no total. */
export const EXAMPLE_FAMILY = "(example)";

/** `sonnet` of `sonnet-4-5`, `gpt` of `gpt-5-codex`. */
export const familyOf = ({ models }: Pick<LibraryItem, "models">): string =>
  shortModel(models)?.split("-")[0] ?? "unknown";

/** The UTC day of the start, under which a session is summed up; empty if the log has no time. */
export function dayOf({ startedAt }: Pick<LibraryItem, "startedAt">): string {
  const time = startedAt === null ? Number.NaN : Date.parse(startedAt);
  return Number.isNaN(time) ? "" : new Date(time).toISOString().slice(0, 10);
}

/** A session that lost money to cache breaks. */
export type Loss = Pick<LibraryItem, "id" | "title" | "breaks"> & { readonly lostCost: number };
