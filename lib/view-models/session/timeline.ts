import type { RequestRow } from "../../api/schemas/request-row";
import type { ContentKind } from "../../ledger/content-kind";
import type { OutlinedBreak } from "../../read-models/agent-outline";
import type { CompactionRow } from "../../read-models/compactions";
import type { ShownRow } from "../../read-models/simulated-rows";
import { formatDuration } from "../../wording/number-format";
import { english, type Say } from "../../wording/say";

/** One request of the timeline. Positions count from 0 within the agent; screens add 1. */
export type TimelinePoint = {
  readonly promptTokens: number;
  readonly composition: Readonly<Record<ContentKind, number>>;
  /** null = the log does not say. */
  readonly read: number | null;
  readonly written: number | null;
  readonly uncached: number | null;
  /** ISO 8601; null if the log has no times. */
  readonly startedAt: string | null;
};

export type TimelineBreak = OutlinedBreak & {
  /** It belongs to the cause that the reader chose. */
  readonly isChosen?: boolean;
};

/** Happened just before the request at `at`; after the last one if `at` is the number of requests. */
export type TimelineCompaction = { readonly at: number; readonly label: string };
export type TimelineIdle = { readonly at: number; readonly seconds: number; readonly label: string };

/** The timeline of one agent: only what is drawn. */
export type TimelineView = {
  readonly points: readonly TimelinePoint[];
  /** Tokens; null when the model is unknown. */
  readonly window: number | null;
  /** Prompt size at which the client compacts automatically, hatched from here to the window; null when unknown. */
  readonly reserveFrom: number | null;
  /** The window is more than ten times the largest prompt: the chart ends at the prompts, and names the window. */
  readonly isWindowFar: boolean;
  /** The prompt sizes are estimates, because the log reports no usage. */
  readonly isEstimate: boolean;
  /** The cache counters are simulated, because the log reports none. */
  readonly isCacheSimulated: boolean;
  /** The log does not say what was read from the cache, so that its breaks are unknown. */
  readonly isCacheUnknown: boolean;
  /** The log has reads and no writes: what is marked are reads that fell. */
  readonly isReadsOnly: boolean;
  readonly breaks: readonly TimelineBreak[];
  readonly compactions: readonly TimelineCompaction[];
  readonly idles: readonly TimelineIdle[];
};

/** Prompts below this share of the window would be a line at the foot of the chart. */
const FAR_SHARE = 0.1;

export type TimelineInput = {
  /** Of one agent, in order. */
  readonly rows: readonly ShownRow[];
  readonly window: number | null;
  readonly reserveFrom: number | null;
  readonly compactions: readonly Pick<CompactionRow, "at" | "label">[];
  /** As the answer has them; null: unknown. Those of simulated rows are in the rows. */
  readonly breaks: readonly TimelineBreak[] | null;
};

/** From what is stored of an agent; every page that shows a timeline takes it from here. */
export function toTimelineView(
  { rows, window, reserveFrom, compactions, breaks }: TimelineInput,
  say: Say = english,
): TimelineView {
  const isCacheSimulated = rows.some((row) => row.isSimulated);
  const hasReads = rows.some((row) => row.cache_read !== null);
  const peak = rows.reduce((most, row) => Math.max(most, row.prompt_tokens), 0);
  return {
    points: rows.map(toPoint),
    window,
    reserveFrom,
    isWindowFar: window !== null && peak > 0 && peak < window * FAR_SHARE,
    isEstimate: rows.length > 0 && rows.every((row) => row.prompt_basis === "estimated"),
    isCacheSimulated,
    isCacheUnknown: rows.length > 0 && !isCacheSimulated && (breaks === null || !hasReads),
    isReadsOnly: rows.some((row) => (row.cache_read ?? 0) > 0) && rows.every((row) => (row.cache_write ?? 0) === 0),
    breaks: isCacheSimulated ? rows.flatMap(toBreak) : (breaks ?? []),
    compactions: compactions.map(({ at, label }) => ({ at, label })),
    idles: rows.flatMap(({ idle }, at) =>
      idle
        ? [{ at, seconds: idle.seconds, label: say("idle {time}", { time: formatDuration(idle.seconds, say) }) }]
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
