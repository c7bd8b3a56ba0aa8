import type { RequestRow } from "../../api/schemas/request-row";
import type { ContentKind } from "../../ledger/content-kind";
import type { OutlinedBreak } from "../../read-models/agent-outline";
import type { CompactionRow } from "../../read-models/compactions";
import type { ShownRow } from "../../read-models/simulated-rows";
import { formatDuration } from "../../wording/number-format";
import { english, type Say } from "../../wording/say";
import { isWindowFar } from "./window-far";

/** A request in the timeline. Positions count from 0 within the agent; screens add 1. */
export type TimelinePoint = {
  readonly promptTokens: number;
  readonly composition: Readonly<Record<ContentKind, number>>;
  /** null: not in the log. */
  readonly read: number | null;
  readonly written: number | null;
  readonly uncached: number | null;
  /** ISO 8601; null if the log has no times. */
  readonly startedAt: string | null;
};

export type TimelineBreak = OutlinedBreak & {
  /** Whether the break belongs to the cause that the reader chose. */
  readonly isChosen?: boolean;
};

/** It happened just before the request at `at`, or after the last one if `at` is the request count. */
export type TimelineCompaction = { readonly at: number; readonly label: string };
export type TimelineIdle = { readonly at: number; readonly seconds: number; readonly label: string };

/** One agent's timeline, with only what is drawn. */
export type TimelineView = {
  readonly points: readonly TimelinePoint[];
  /** Tokens; null if the model is unknown. */
  readonly window: number | null;
  /**
   * Prompt size at which the client compacts automatically; the chart is hatched from there to the window.
   * Null if unknown.
   */
  readonly reserveFrom: number | null;
  /** Whether the chart ends at the prompts and gives the window in text. */
  readonly isWindowFar: boolean;
  /** Whether prompt sizes are estimates, because the log reports no usage. */
  readonly isEstimate: boolean;
  /** Whether cache figures are simulated, because the log reports none. */
  readonly isCacheSimulated: boolean;
  /** Whether the log lacks cache reads, so there is nothing to draw in the strip. */
  readonly isCacheUnknown: boolean;
  /** Whether breaks are unknown, with or without cache reads in the log. */
  readonly isBreaksUnknown: boolean;
  /** Whether the log has reads but no writes; marks then show reduced reads. */
  readonly isReadsOnly: boolean;
  readonly breaks: readonly TimelineBreak[];
  readonly compactions: readonly TimelineCompaction[];
  readonly idles: readonly TimelineIdle[];
};

export type TimelineInput = {
  /** One agent's requests, in order. */
  readonly rows: readonly ShownRow[];
  readonly window: number | null;
  readonly reserveFrom: number | null;
  readonly compactions: readonly Pick<CompactionRow, "at" | "label">[];
  /** As in the answer; null: unknown. Breaks of simulated rows are in the rows. */
  readonly breaks: readonly TimelineBreak[] | null;
};

/** The timeline from an agent's stored data; the source for every page with a timeline. */
export function toTimelineView(
  { rows, window, reserveFrom, compactions, breaks }: TimelineInput,
  say: Say = english,
): TimelineView {
  const isCacheSimulated = rows.some((row) => row.isSimulated);
  const isLogged = rows.length > 0 && !isCacheSimulated;
  const isCacheUnknown = isLogged && rows.every((row) => row.cache_read === null);
  const peak = rows.reduce((most, row) => Math.max(most, row.prompt_tokens), 0);
  return {
    points: rows.map(toPoint),
    window,
    reserveFrom,
    isWindowFar: isWindowFar(window, peak),
    isEstimate: rows.length > 0 && rows.every((row) => row.prompt_basis === "estimated"),
    isCacheSimulated,
    isCacheUnknown,
    isBreaksUnknown: isCacheUnknown || (isLogged && breaks === null),
    isReadsOnly: rows.some((row) => (row.cache_read ?? 0) > 0) && rows.every((row) => (row.cache_write ?? 0) === 0),
    breaks: isCacheSimulated ? rows.flatMap(toBreak) : (breaks ?? []),
    compactions: compactions.map(({ at, label }) => ({ at, label })),
    idles: rows.flatMap(({ idle }, at) =>
      idle
        ? [{ at, seconds: idle.seconds, label: say("{time} pause", { time: formatDuration(idle.seconds, say) }) }]
        : [],
    ),
  };
}

const toPoint = (row: RequestRow): TimelinePoint => ({
  promptTokens: row.prompt_tokens,
  composition: row.composition,
  read: row.cache_read,
  written: row.cache_write,
  uncached: row.uncached,
  startedAt: row.started_at,
});

function toBreak({ break: found }: RequestRow, at: number): TimelineBreak[] {
  if (!found) return [];
  return [{ at, letter: found.letter, isExpected: found.is_expected, lostTokens: found.lost_tokens }];
}
