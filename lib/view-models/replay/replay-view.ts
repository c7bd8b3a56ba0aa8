import type { SessionChange } from "@/lib/advice/advise";
import type { Money } from "../../api/schemas/fields";
import type { ReplayAnswer, ReplayRowAnswer, ReplayTotalsAnswer } from "../../api/schemas/replay";
import {
  formatCompactTokens,
  formatCount,
  formatMoney,
  formatMoneyChange,
  formatPrice,
  formatShare,
  formatShareFigure,
  formatTokens,
  NOT_APPLICABLE_TEXT,
} from "../../wording/number-format";
import { english, type Say } from "../../wording/say";
import { choiceName } from "../compare/strategy-choice";
import { type PolicyChoice, policyDetail, policyLabel } from "./replay-choice";
import { changeWords, replayChange, sureSide } from "./replay-interval";
import { costWithFetches, isIdle, type ReplayVerdict, replayVerdict } from "./replay-verdict";

const REPLAY_MEASURES = ["window", "read", "regret", "cost"] as const;
export type ReplayMeasure = (typeof REPLAY_MEASURES)[number];

export type ReplaySeries = {
  readonly id: string;
  readonly label: string;
  /** The label without the trigger, for the end of a line. */
  readonly name: string;
  /** `logged`, `keep-all`, or the strategy's slot: decides colour and dash. */
  readonly style: "logged" | "keep-all" | number;
  /** Prefix of the series' money: `~` if modelled, `≥` if the log's outputs are partial. */
  readonly costSign: "" | "~" | "≥";
  /** The values by request position; null if not in the log. */
  readonly values: Readonly<Record<ReplayMeasure, readonly (number | null)[]>>;
  /** Positions of the requests before which the policy changed the prompt. */
  readonly fired: readonly number[];
};

export type ReplayTableRow = {
  readonly id: string;
  readonly label: string;
  readonly style: ReplaySeries["style"];
  /** The policy's changed settings. */
  readonly detail: string;
  readonly tokens: string;
  readonly withRefetches: string;
  readonly cost: string;
  /** The cost, including calls that fetch lost content because that content was used again. */
  readonly costWithFetches: string;
  /** `costWithFetches` minus the log's cost. */
  readonly against: string;
  /** The same as a share with its 95 % interval over the session's tasks; empty for the log, and if unknown. */
  readonly interval: string;
  /** Tone of `against`: a colour only if the interval excludes zero. */
  readonly tone: "good" | "bad" | null;
  readonly readPercent: string;
  readonly fired: string;
  readonly breaks: string;
  readonly peak: string;
  readonly over: string;
  readonly regrets: string;
  /** The part of the cost that summaries caused: `includes ~$0.600 (~$0.400 to ~$0.800) for 3 summary calls`; null if it writes none. */
  readonly summaries: string | null;
  /** A strategy that changed nothing: it equals keeping everything. */
  readonly isIdle: boolean;
  /** Why a strategy could not run. */
  readonly failure: string | null;
};

/** The log's own requests, for comparison with the first replay. */
export type LoggedFigures = {
  readonly index: number;
  readonly prompt_tokens: number;
  readonly cache_read: number | null;
  readonly cost: Money | null;
};

export type ReplayView = {
  readonly requests: number;
  readonly window: number | null;
  readonly series: readonly ReplaySeries[];
  readonly table: readonly ReplayTableRow[];
  /** Requests at which the first replay equals the log in tokens, cache reads and money. */
  readonly identical: number;
  readonly assumption: string;
  /** The result in one sentence; null without prices. */
  readonly verdict: ReplayVerdict | null;
  /** Average cost of a fetch if the reader sets no price, and its origin; null if nothing is fetched. */
  readonly ownFetch: { readonly price: number; readonly note: string } | null;
};

export type ReplayOptions = {
  /** The reader's price of a fetch in US dollars; null: the log's, or as modelled. */
  readonly setPrice?: number | null;
  /** The requests at which the person's prompts begin, for the intervals. */
  readonly tasks?: readonly number[];
};

export function toReplayView(
  { replays, session, assumption, fetch_price: own }: ReplayAnswer,
  choices: readonly PolicyChoice[],
  logged: readonly LoggedFigures[],
  { setPrice = null, tasks = [] }: ReplayOptions = {},
  say: Say = english,
): ReplayView {
  const fetchPrice = setPrice ?? own?.price.amount ?? null;
  const first = replays[0]?.rows ?? [];
  const named = replays.map((replay, index) => ({
    ...replay,
    ...nameOf(replay.policy, choices, say),
    change: index === 0 ? null : replayChange(replay.rows, first, tasks, fetchPrice),
  }));
  return {
    requests: replays[0]?.rows.length ?? 0,
    window: session.window,
    series: named.map(({ policy, label, name, style, rows, totals }) => ({
      id: policy.id,
      label,
      name,
      style,
      costSign: totals.cost_is_floor ? "≥" : style === "logged" ? "" : "~",
      values: valuesOf(rows),
      fired: rows.flatMap(({ fired }, at) => (fired ? [at] : [])),
    })),
    table: named.map(({ policy, label, style, detail, totals, change }) =>
      tableRow(
        { id: policy.id, label, style, detail },
        totals,
        { interval: change, fetchPrice, logged: replays[0]?.totals ?? null },
        say,
      ),
    ),
    identical: identicalRows(replays[0]?.rows ?? [], logged),
    assumption: say.known(assumption),
    verdict: replayVerdict(named, fetchPrice, say),
    ownFetch: own && { price: own.price.amount, note: fetchNote(own, say) },
  };
}

const fetchNote = ({ basis, fetches, range }: NonNullable<ReplayAnswer["fetch_price"]>, say: Say): string => {
  const values = {
    compactions: formatTokens(fetches),
    low: formatPrice(range.low.amount),
    high: formatPrice(range.high.amount),
  };
  return basis === "logged"
    ? say("measured after {compactions} compactions in these logs: {low} to {high}", values)
    : say("measured after {compactions} compactions in public sessions: {low} to {high}", values);
};

function nameOf(
  { id, kind }: ReplayAnswer["replays"][number]["policy"],
  choices: readonly PolicyChoice[],
  say: Say,
): Pick<ReplayTableRow, "label" | "style" | "detail"> & Pick<ReplaySeries, "name"> {
  if (kind === "logged") return { label: say("as logged"), name: say("as logged"), style: "logged", detail: "" };
  if (kind === "keep-all") return { label: say("keep all"), name: say("keep all"), style: "keep-all", detail: "" };
  const choice = choices.find((candidate) => candidate.id === id);
  return choice
    ? {
        label: policyLabel(choice, say),
        name: choiceName(choice.id, say),
        style: choice.slot,
        detail: policyDetail(choice, say),
      }
    : { label: id, name: id, style: 1, detail: "" };
}

function valuesOf(rows: readonly ReplayRowAnswer[]): ReplaySeries["values"] {
  let [spent, regrets, read, prompt] = [0, 0, 0, 0];
  const shares: (number | null)[] = [];
  const cost: (number | null)[] = [];
  const regret: number[] = [];
  for (const row of rows) {
    spent += row.cost?.amount ?? 0;
    regrets += row.regretted;
    if (row.cache_read !== null) {
      read += row.cache_read;
      prompt += row.prompt_tokens;
    }
    cost.push(row.cost === null && spent === 0 ? null : spent);
    regret.push(regrets);
    shares.push(prompt === 0 ? null : read / prompt);
  }
  return { window: rows.map(({ prompt_tokens }) => prompt_tokens), read: shares, regret, cost };
}

type Weighing = {
  readonly fetchPrice: number | null;
  readonly logged: ReplayTotalsAnswer | null;
  readonly interval: SessionChange | null;
};

/** Modelled figures have a `~`; the log's own do not. */
function tableRow(
  named: Pick<ReplayTableRow, "id" | "label" | "style" | "detail">,
  totals: ReplayTotalsAnswer,
  { fetchPrice, logged, interval }: Weighing,
  say: Say,
): ReplayTableRow {
  const isLogged = named.style === "logged";
  const mark = isLogged ? {} : { isEstimate: true };
  const costMark = totals.cost_is_floor ? { isFloor: true } : mark;
  const paid = costWithFetches(totals, fetchPrice);
  // Computed from the rounded figures, so that readers can subtract the columns.
  const change = paid === null || !logged?.cost ? null : shownCents(paid) - shownCents(logged.cost.amount);
  return {
    ...named,
    tokens: formatCompactTokens(totals.prompt_tokens + totals.output_tokens, mark),
    withRefetches: isLogged ? say("in the log") : formatCompactTokens(totals.tokens_per_task, mark),
    cost: formatMoney(totals.cost?.amount ?? null, costMark),
    costWithFetches: isLogged ? say("in the log") : formatMoney(paid, costMark),
    against: isLogged ? NOT_APPLICABLE_TEXT : formatMoneyChange(change, say),
    interval: interval === null || isLogged ? "" : changeWords(interval, say),
    tone: isLogged || change === null || Math.abs(change) < 0.005 ? null : toneOf(change, interval),
    readPercent:
      totals.read_share === null
        ? NOT_APPLICABLE_TEXT
        : `${isLogged ? "" : "~\u200a"}${formatShareFigure(totals.read_share)}`,
    fired: formatTokens(totals.fired),
    breaks: formatTokens(totals.breaks, totals.breaks === 0 ? {} : mark),
    peak: formatCompactTokens(totals.peak_prompt_tokens, mark),
    over: formatTokens(totals.over_window),
    regrets: formatTokens(totals.regretted, totals.regretted === 0 ? {} : mark),
    summaries: summariesText(totals, say),
    isIdle: isIdle({ style: named.style, totals }),
    failure: totals.failures.length === 0 ? null : totals.failures.join(", "),
  };
}

/** Starting at one dollar, money is shown in whole cents. */
const shownCents = (amount: number): number => (amount < 1 ? amount : Math.round(amount * 100) / 100);

/** Without an interval the sign alone decides. */
function toneOf(change: number, interval: SessionChange | null): ReplayTableRow["tone"] {
  if (interval === null || interval.low === null) return change < 0 ? "good" : "bad";
  const side = sureSide(interval);
  return side === null ? null : side === "less" ? "good" : "bad";
}

function summariesText(
  { summary_calls: calls, summary_cost: cost, summary_cost_range: range }: ReplayTotalsAnswer,
  say: Say,
) {
  if (calls === 0 || cost === null) return null;
  const money = ({ amount }: Money) => formatMoney(amount, { isEstimate: true });
  const between =
    range === null ? "" : say(" ({least} to {most})", { least: money(range.least), most: money(range.most) });
  const called = formatCount(calls, "summary call", say);
  return say("includes {cost}{between} for {calls}", { cost: money(cost), calls: called, between });
}

function identicalRows(rows: readonly ReplayRowAnswer[], logged: readonly LoggedFigures[]): number {
  const known = new Map(logged.map((row) => [row.index, row]));
  return rows.filter((row) => {
    const own = known.get(row.request);
    return (
      own !== undefined &&
      own.prompt_tokens === row.prompt_tokens &&
      own.cache_read === row.cache_read &&
      own.cost?.amount === row.cost?.amount
    );
  }).length;
}

/** A value on axes, labels and tooltips. */
function formatMeasure(measure: ReplayMeasure, value: number | null): string {
  if (measure === "cost") return formatMoney(value);
  if (measure === "read") return formatShare(value);
  return measure === "window" ? formatCompactTokens(value) : formatTokens(value);
}

/** Prefix of a figure that is not the log's own. */
export const signOf = (
  measure: ReplayMeasure,
  style: ReplaySeries["style"],
  costSign: ReplaySeries["costSign"],
): string => (measure === "cost" ? costSign : style === "logged" ? "" : "~");

/** A zero is not an estimate, and has no `~`. */
export const signed = (sign: string, value: number | null, text: string): string =>
  value === null || (value === 0 && sign === "~") ? text : `${sign}${text}`;

/** All policies at one request, for the line above the chart and for screen readers. */
export function atRequest(
  { series }: ReplayView,
  measure: ReplayMeasure,
  at: number,
): { id: string; label: string; style: ReplaySeries["style"]; text: string }[] {
  return series.map(({ id, label, style, costSign, values }) => {
    const value = values[measure][at] ?? null;
    return {
      id,
      label,
      style,
      text: signed(signOf(measure, style, costSign), value, formatMeasure(measure, value)),
    };
  });
}
