import type { CorpusResult, CorpusRow, Interval } from "../../api/schemas/corpus";
import { metricsOf } from "../../evaluation/metrics";
import { corpusKey, type Metric } from "../../evaluation/metrics/metric";
import { sayingOf } from "../../evaluation/sample-size";
import { formatCount, formatShare, NOT_APPLICABLE_TEXT } from "../../wording/number-format";
import { english, type Say } from "../../wording/say";
import { figureText } from "../compare/metric-cells";
import { metricText } from "../compare/metric-text";
import { choiceName } from "../compare/strategy-choice";
import { frontierOf, lowestOf, type TradeOff } from "../compare/trade-off";

export type CorpusTableRow = {
  readonly id: string;
  /** The strategy's position in the request, which determines its mark. */
  readonly index: number;
  readonly cells: readonly { readonly value: string; readonly interval: string }[];
  /** Number of cuts at which the strategy's result broke a rule; null: none. */
  readonly broken: string | null;
};

/** Ids of the metrics that decide between strategies; the others are shown on request. */
const DECIDING: readonly string[] = ["saved", "net", "recall", "reachable"];

const shownMetrics = (areAllShown: boolean): readonly Metric[] =>
  metricsOf("corpus").filter(({ id }) => areAllShown || DECIDING.includes(id));

/** Column heads of the figures after the strategy's name; the worst request follows its recall. */
export const corpusHeads = (say: Say = english, areAllShown = true): readonly string[] => [
  ...shownMetrics(areAllShown).flatMap((metric) => [
    say(metricText(metric).shortLabel),
    ...(metric.id === "recall" ? [say("Worst request")] : []),
  ]),
  say("Changed"),
];

const cutsOf = ({ sessions }: CorpusResult): number => sessions.reduce((sum, session) => sum + session.cuts, 0);

/** What this number of sessions can show or, with only a few sessions, this number of requests. */
const sayingOfRun = (result: CorpusResult) => sayingOf({ sessions: result.sessions.length, parts: cutsOf(result) });

/** A row per strategy, cheapest first; strategies that changed nothing come last. */
export function toCorpusRows(result: CorpusResult, say: Say = english, areAllShown = true): CorpusTableRow[] {
  const { rows } = result;
  const cuts = cutsOf(result);
  const isTold = sayingOfRun(result) !== "nothing";
  const ordered = rows.map((row, index) => ({ row, index })).sort((one, other) => netOf(one.row) - netOf(other.row));
  return ordered.map(({ row, index }) => ({
    id: row.id,
    index,
    cells: [
      ...shownMetrics(areAllShown).flatMap((metric) => [
        intervalCell(isTold ? intervalIn(row, corpusKey(metric)) : null, metric),
        ...(metric.id === "recall" ? [{ value: isTold ? worstText(row) : NOT_APPLICABLE_TEXT, interval: "" }] : []),
      ]),
      { value: say("{count} of {total}", { count: row.applied, total: cuts }), interval: "" },
    ],
    broken:
      row.broken === 0 ? null : say("not valid at {broken} of {total} requests", { broken: row.broken, total: cuts }),
  }));
}

const netOf = (row: CorpusRow): number =>
  row.applied === 0 ? Number.MAX_VALUE : (intervalIn(row, "net_cost_after_10_requests_usd")?.mean ?? Number.MAX_VALUE);

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
        interval:
          interval.low === interval.high
            ? ""
            : `${figureText(interval.low, metric)} – ${figureText(interval.high, metric)}`,
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

/**
 * The run in a sentence: what the strategies save and keep or, with enough sessions, which strategies no other one
 * beats.
 */
export function corpusAnswer(result: CorpusResult, say: Say = english): string {
  const view = toCorpusTradeOff(result);
  const sessions = formatCount(result.sessions.length, "session", say);
  if (view === null)
    return result.sessions.length === 0
      ? say("No session could be measured.")
      : say("{sessions}: too few for figures. Import more, or measure more requests of each.", { sessions });
  if (view.frontier.length === 0) {
    return say(
      "{sessions}, too few to rank: the strategies save {saved} of the prompt and keep {kept} of the facts needed later.",
      {
        sessions,
        saved: rangeText(view.points.map(({ saved }) => saved)),
        kept: rangeText(view.points.map(({ recall }) => recall)),
      },
    );
  }
  const best = view.points.filter(({ saved, recall, isValid }) =>
    view.frontier.some((point) => isValid && point.saved === saved && point.recall === recall),
  );
  const names = best.map(({ id }) => choiceName(id, say)).join(", ");
  return say("No other strategy saves more and keeps more than {names}.", { names });
}

/** `0.7 % – 28.6 %`; one figure if both ends read the same. */
function rangeText(shares: readonly number[]): string {
  const [low, high] = [formatShare(Math.min(...shares)), formatShare(Math.max(...shares))];
  return low === high ? low : `${low} – ${high}`;
}

/** `12 sessions, 58 requests; 3 left out`. */
export function corpusNote(result: CorpusResult, say: Say = english): string {
  const { sessions, left_out } = result;
  const out = left_out.length === 0 ? "" : say("; {count} left out", { count: left_out.length });
  return say("{sessions}, {requests}{out}", {
    sessions: formatCount(sessions.length, "session", say),
    requests: formatCount(cutsOf(result), "request", say),
    out,
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
