import type { BreakCause, BreakLetter } from "../cache/cache-break";
import { CONTENT_KINDS, type ContentKind } from "../ledger/content-kind";
import type { Analysis } from "../pipeline/analyze-session";
import type { ModelRequest } from "../requests/reconstruct-requests";
import { cacheWritten } from "../transcript/usage";
import { type CompactionRow, toCompactionRows } from "./compactions";
import { windowUse } from "./context-window";
import { formatDuration } from "./number-format";

/** The spine of the session page (visual.md 6): what is drawn and nothing else. Positions are within the agent. */
export type Timeline = {
  readonly agent: string;
  readonly requests: number;
  /** y runs from 0 to this: the window, or the fullest prompt where no window is known. */
  readonly top: number;
  readonly window: number | null;
  /** Where the client compacts by itself (`WindowUse.trigger`): hatched from here to the window. */
  readonly reserveFrom: number | null;
  readonly columns: readonly TimelineColumn[];
  readonly compactions: readonly (CompactionRow & { readonly column: number })[];
  readonly idles: readonly {
    readonly column: number;
    readonly at: number;
    readonly seconds: number;
    readonly label: string;
  }[];
  readonly breaks: readonly TimelineBreak[];
};

export type TimelineColumn = {
  /** The requests of the bin; `shown` is the one with the largest prompt. */
  readonly first: number;
  readonly last: number;
  readonly shown: number;
  readonly promptTokens: number;
  /** In stack order, without empty kinds; `from` and `to` in tokens. */
  readonly stack: readonly { readonly kind: ContentKind; readonly from: number; readonly to: number }[];
  /** Shares of its own prompt, of the request that read least; null without counters. */
  readonly cache: { readonly read: number; readonly written: number; readonly uncached: number } | null;
};

export type TimelineBreak = {
  readonly column: number;
  readonly at: number;
  readonly letter: BreakLetter;
  readonly cause: BreakCause;
  readonly isExpected: boolean;
};

/** Pixels from one column to the next while the session fits. */
const PITCH = 5;

/** `width`: pixels of the plot. Never more columns than fit; breaks and compactions are never binned away. */
export function toTimeline(analysis: Analysis, width: number, agent = "main"): Timeline {
  const { session, cache } = analysis;
  const own = analysis.requests.filter((request) => request.agent === agent);
  const window = windowUse(session, own, agent);
  const size = Math.max(1, Math.ceil(own.length / Math.max(1, Math.floor(width / PITCH))));
  const columnOf = (at: number) => Math.floor(at / size);
  const columns = Array.from({ length: Math.ceil(own.length / size) }, (_, column) =>
    toColumn(own.slice(column * size, (column + 1) * size)),
  );
  const places = new Map(own.map((request) => [request.index, request.indexInAgent] as const));
  const at = (request: number) => places.get(request) ?? -1;
  return {
    agent,
    requests: own.length,
    top: window.tokens ?? window.peakTokens ?? 0,
    window: window.tokens,
    reserveFrom: window.trigger,
    columns,
    compactions: toCompactionRows(analysis, agent).map((row) => ({
      ...row,
      column: columnOf(Math.min(row.at, own.length - 1)),
    })),
    idles: cache.idleGaps
      .filter(({ request }) => places.has(request))
      .map(({ request, seconds }) => ({
        column: columnOf(at(request)),
        at: at(request),
        seconds,
        label: `idle ${formatDuration(seconds)}`,
      })),
    breaks: cache.breaks
      .filter(({ request }) => places.has(request))
      .map(({ request, letter, cause, isExpected }) => ({
        column: columnOf(at(request)),
        at: at(request),
        letter,
        cause,
        isExpected,
      })),
  };
}

function toColumn(requests: readonly ModelRequest[]): TimelineColumn {
  const first = requests[0] as ModelRequest;
  const shown = requests.reduce(
    (most, next) => (next.promptTokens.tokens > most.promptTokens.tokens ? next : most),
    first,
  );
  const strips = requests.map(cacheShares).filter((strip) => strip !== null);
  return {
    first: first.indexInAgent,
    last: first.indexInAgent + requests.length - 1,
    shown: shown.indexInAgent,
    promptTokens: shown.promptTokens.tokens,
    stack: stackOf(shown),
    cache: strips.reduce<TimelineColumn["cache"]>(
      (worst, next) => (worst === null || next.read < worst.read ? next : worst),
      null,
    ),
  };
}

function stackOf({ composition }: ModelRequest): TimelineColumn["stack"] {
  let from = 0;
  return CONTENT_KINDS.flatMap((kind) => {
    const to = from + composition[kind];
    const segment = { kind, from, to };
    from = to;
    return segment.to > segment.from ? [segment] : [];
  });
}

function cacheShares({ usage, promptTokens }: ModelRequest): TimelineColumn["cache"] {
  if (usage === null || usage.cacheRead === null || promptTokens.tokens === 0) return null;
  const share = (tokens: number | null) => (tokens ?? 0) / promptTokens.tokens;
  return { read: share(usage.cacheRead), written: share(cacheWritten(usage)), uncached: share(usage.uncachedInput) };
}
