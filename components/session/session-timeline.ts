import type { TimelinePoint, TimelineView } from "@/components/charts/timeline-view";
import { formatCompaction, formatDuration } from "@/lib/view-models/number-format";
import type { CompactionFact, RequestRow, SessionSummary } from "./session-data";

const BREAK_NAME: Readonly<Record<string, string>> = {
  "ttl-expiry": "Time-to-live expired",
  "model-switch": "Model switched",
  "tools-changed": "Tools changed",
  "system-changed": "System prompt changed",
  "history-edit": "History edited",
  compaction: "Compaction",
  "parameters-changed": "Parameters changed",
  unknown: "Cause unknown",
};
export const breakName = (cause: string): string => BREAK_NAME[cause] ?? cause;

/** How long cache entries live when the log does not say otherwise: the shorter tier of Anthropic, 5 minutes. */
const SHORT_TTL_SECONDS = 300;
const LONG_TTL_SECONDS = 3600;

/** A pause is worth a rule when it outlives the entries: an hour where every write of the session was of that tier. */
export function idleSeconds({ usage }: Pick<SessionSummary, "usage">): number {
  const isAllLong = (usage.cache_write_1h ?? 0) > 0 && !usage.cache_write_5m && !usage.cache_write_unsplit;
  return isAllLong ? LONG_TTL_SECONDS : SHORT_TTL_SECONDS;
}

type Input = {
  rows: readonly RequestRow[];
  window: number | null;
  compactions: readonly CompactionFact[];
  /** A longer pause gets a rule. */
  idleAfter?: number;
};

/** The rows of one agent as the spine draws them. */
export function toTimelineView({ rows, window, compactions, idleAfter = SHORT_TTL_SECONDS }: Input): TimelineView {
  return {
    points: rows.map(toPoint),
    window,
    reserveFrom: reserveFrom(compactions, window),
    isEstimate: rows.length > 0 && rows.every((row) => row.prompt_basis === "estimated"),
    compactions: compactions.map(({ at, before, after }) => ({ at, label: formatCompaction(before, after) })),
    idles: rows.flatMap((row, at) => idleBefore(rows[at - 1], row, at, idleAfter)),
  };
}

function toPoint(row: RequestRow): TimelinePoint {
  return {
    promptTokens: row.prompt_tokens,
    composition: row.composition,
    read: row.cache_read,
    written: row.cache_write,
    uncached: row.uncached,
    breakLetter: row.break?.letter ?? null,
    isExpectedBreak: row.break?.is_expected ?? false,
  };
}

/** Where the client compacted by itself in this session: the smallest automatic figure. */
function reserveFrom(compactions: readonly CompactionFact[], window: number | null): number | null {
  const figures = compactions.flatMap(({ trigger, before }) => (trigger === "auto" && before !== null ? [before] : []));
  const least = Math.min(...figures);
  return figures.length > 0 && window !== null && least < window ? least : null;
}

function idleBefore(before: RequestRow | undefined, row: RequestRow, at: number, idleAfter: number) {
  const from = Date.parse(before?.ended_at ?? before?.started_at ?? "");
  const seconds = (Date.parse(row.started_at ?? row.ended_at ?? "") - from) / 1000;
  return seconds > idleAfter ? [{ at, label: `idle ${formatDuration(seconds)}` }] : [];
}
