import type { CorpusResult, CorpusRow, Interval } from "../../api/schemas/corpus";
import { metricsOf } from "../../evaluation/metrics";
import { corpusKey, type Metric } from "../../evaluation/metrics/metric";
import { sayingOf } from "../../evaluation/sample-size";
import { formatCount, formatShare, NOT_APPLICABLE_TEXT } from "../../wording/number-format";
import { english, type Say } from "../../wording/say";
import { figureText } from "../compare/metric-cells";
import { metricText } from "../compare/metric-text";
import { frontierOf, lowestOf, type TradeOff } from "../compare/trade-off";

export type CorpusTableRow = {
  readonly id: string;
  readonly cells: readonly { readonly value: string; readonly interval: string }[];
  /** Number of cuts at which its result broke a rule; null: none. */
  readonly broken: string | null;
};

/** Column heads of the figures after the strategy's name; the worst request follows its recall. */
export const corpusHeads = (say: Say = english): readonly string[] => [
  ...metricsOf("corpus").flatMap((metric) => [
    say(metricText(metric).shortLabel),
    ...(metric.id === "recall" ? [say("Worst request")] : []),
  ]),
  say("Changed"),
];

const cutsOf = ({ sessions }: CorpusResult): number => sessions.reduce((sum, session) => sum + session.cuts, 0);

/** What this many sessions, or requests of few sessions, support. */
const sayingOfRun = (result: CorpusResult) => sayingOf({ sessions: result.sessions.length, parts: cutsOf(result) });

/** A row per strategy, in request order. */
export function toCorpusRows(result: CorpusResult, say: Say = english): CorpusTableRow[] {
  const { rows } = result;
  const cuts = cutsOf(result);
  const isTold = sayingOfRun(result) !== "nothing";
  return rows.map((row) => ({
    id: row.id,
    cells: [
      ...metricsOf("corpus").flatMap((metric) => [
        intervalCell(isTold ? intervalIn(row, corpusKey(metric)) : null, metric),
        ...(metric.id === "recall" ? [{ value: isTold ? worstText(row) : NOT_APPLICABLE_TEXT, interval: "" }] : []),
      ]),
      { value: say("{count} of {total}", { count: row.applied, total: cuts }), interval: "" },
    ],
    broken:
      row.broken === 0 ? null : say("not valid at {broken} of {total} requests", { broken: row.broken, total: cuts }),
  }));
}

const worstText = ({ worst_recall }: CorpusRow): string =>
  worst_recall === null ? NOT_APPLICABLE_TEXT : formatShare(worst_recall);

/** Null if no request has the figure, and in runs saved before it existed. */
const intervalIn = (row: Readonly<Record<string, unknown>>, key: string): Interval | null =>
  (row[key] as Interval | null | undefined) ?? null;

const intervalCell = (interval: Interval | null, metric: Metric) =>
  interval === null
    ? { value: NOT_APPLICABLE_TEXT, interval: "" }
    : {
        value: figureText(interval.mean, metric),
        interval: `${figureText(interval.low, metric)} – ${figureText(interval.high, metric)}`,
      };

/**
 * Means as points, joined by a frontier if there are enough sessions to rank; null if there is nothing, or too little,
 * to show.
 */
export function toCorpusTradeOff(result: CorpusResult): TradeOff | null {
  const { rows, oracle_saved } = result;
  const saying = sayingOfRun(result);
  if (rows.length === 0 || oracle_saved === null || saying === "nothing") return null;
  const points = rows.flatMap(({ id, saved, recall, broken }, index) =>
    saved && recall ? [{ index, id, saved: saved.mean, recall: recall.mean, isValid: broken === 0 }] : [],
  );
  if (points.length === 0) return null;
  const frontier = saying === "ranking" ? frontierOf(points) : [];
  return { points, frontier, oracle: oracle_saved, needed: 0, lowest: lowestOf(points) };
}

/** `12 sessions, 58 requests; 3 left out; too few to rank`. */
export function corpusNote(result: CorpusResult, say: Say = english): string {
  const { sessions, left_out } = result;
  const out = left_out.length === 0 ? "" : say("; {count} left out", { count: left_out.length });
  const few = { nothing: say("; too few for figures"), figures: say("; too few to rank"), ranking: "" };
  return say("{sessions}, {requests}{out}", {
    sessions: formatCount(sessions.length, "session", say),
    requests: formatCount(cutsOf(result), "request", say),
    out: `${out}${few[sayingOfRun(result)]}`,
  });
}

/** What must be chosen or imported before a run can start; null if nothing is missing. */
export function whatIsMissing(
  { strategies, sessions, own }: { readonly strategies: number; readonly sessions: number; readonly own: number },
  say: Say = english,
): string | null {
  if (sessions === 0)
    return own === 0 ? say("Import a session, or choose the example.") : say("Choose at least one session.");
  return strategies === 0 ? say("Choose at least one strategy.") : null;
}

type Progress = Readonly<Record<string, unknown>>;

/** `3 of 12 · title`; progress of a POST /api/corpus job. */
export function corpusProgress(
  progress: Progress | null,
  say: Say = english,
): { readonly text: string; readonly share: number } {
  const { done, sessions, title, cut } = (progress ?? {}) as {
    done?: number;
    sessions?: number;
    title?: string;
    cut?: { done?: number; cuts?: number };
  };
  if (done === undefined || sessions === undefined || sessions === 0) return { text: say("starting…"), share: 0 };
  const within = cut?.cuts ? (cut.done ?? 0) / cut.cuts : 0;
  const place = say("session {at} of {count}", { at: Math.min(done + 1, sessions), count: sessions });
  const text = title ? `${place}: ${title}` : place;
  return { text, share: Math.min(1, (done + within) / sessions) };
}
