import type { ReplayAnswer } from "../api/schemas/replay";
import type { Session } from "../transcript/session";

/** The figures of `winnow check`, over all sessions of a run. Null if not in the logs. */
export type CheckFigures = {
  readonly sessions: number;
  readonly requests: number;
  /** Prompt tokens read from the cache, as a share of all prompt tokens of the requests that report cache reads. */
  readonly read_share: number | null;
  /** US dollars at list prices per typed prompt. */
  readonly cost_per_task: number | null;
  /** The fullest prompt as a share of its window. */
  readonly peak_fill: number | null;
  /** Facts that the client's own compaction lost and the agent needed later, per 100 requests. */
  readonly lost_facts: number;
};

export type Measure = "read_share" | "cost_per_task" | "peak_fill" | "lost_facts";
export const MEASURES: readonly Measure[] = ["read_share", "cost_per_task", "peak_fill", "lost_facts"];

/** What is known of a session: the log itself, replayed. */
export type CheckedSession = { readonly session: Session; readonly replay: ReplayAnswer };

/** Combines the sessions: shares are weighted by tokens, costs by tasks. */
export function checkFigures(checked: readonly CheckedSession[]): CheckFigures {
  const logs = checked.map(({ session, replay }) => ({ session, replay, log: replay.replays[0] }));
  const rows = logs.flatMap(({ log }) => log?.rows ?? []);
  const reported = rows.filter(({ cache_read }) => cache_read !== null);
  const prompts = sum(reported.map(({ prompt_tokens }) => prompt_tokens));
  const costs = logs.map(({ log }) => log?.totals.cost?.amount ?? null);
  const tasks = sum(checked.map(({ session }) => Math.max(1, typedPrompts(session))));
  const fills = logs.flatMap(({ replay: { session }, log }) =>
    session.window && log ? [log.totals.peak_prompt_tokens / session.window] : [],
  );
  const lost = sum(logs.map(({ log }) => log?.totals.regretted ?? 0));
  return {
    sessions: checked.length,
    requests: rows.length,
    read_share: prompts === 0 ? null : rounded(sum(reported.map(({ cache_read }) => cache_read ?? 0)) / prompts),
    cost_per_task:
      costs.includes(null) || costs.length === 0 ? null : rounded(sum(costs.map((cost) => cost ?? 0)) / tasks),
    peak_fill: fills.length === 0 ? null : rounded(Math.max(...fills)),
    lost_facts: rows.length === 0 ? 0 : rounded((lost / rows.length) * 100),
  };
}

const typedPrompts = ({ messages }: Session): number =>
  messages.filter(({ role, origin }) => role === "user" && origin === "typed").length;

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const rounded = (value: number): number => Math.round(value * 1e6) / 1e6;

/** A line of the verdict. `limit`: the worst value that passes; null if there is nothing to compare with. */
type CheckLine = {
  readonly measure: Measure;
  readonly value: number | null;
  readonly limit: number | null;
  readonly baseline: number | null;
  readonly ok: boolean;
};

export type CheckVerdict = {
  readonly ok: boolean;
  readonly figures: CheckFigures;
  readonly lines: readonly CheckLine[];
};

export type CheckRules = {
  readonly baseline?: Partial<CheckFigures>;
  /** Maximum deterioration from the baseline, as a share of the baseline. */
  readonly tolerance: number;
  /** Limits that apply regardless of the baseline. */
  readonly limits: Partial<Record<Measure, number>>;
};

const isBetterHigh = (measure: Measure): boolean => measure === "read_share";

/**
 * Checks the figures against a baseline and limits. A figure that is in the baseline but no longer in the logs fails,
 * because a check that lost its evidence must not pass.
 */
export function checkVerdict(figures: CheckFigures, rules: CheckRules): CheckVerdict {
  const lines = MEASURES.map((measure) => lineOf(measure, figures[measure], rules));
  return { ok: lines.every(({ ok }) => ok), figures, lines };
}

function lineOf(measure: Measure, value: number | null, { baseline, tolerance, limits }: CheckRules): CheckLine {
  const before = baseline?.[measure] ?? null;
  const isHigh = isBetterHigh(measure);
  const fromBaseline = before === null ? null : rounded(before * (isHigh ? 1 - tolerance : 1 + tolerance));
  const stated = limits[measure] ?? null;
  const given = [fromBaseline, stated].filter((limit) => limit !== null);
  const limit = given.length === 0 ? null : isHigh ? Math.max(...given) : Math.min(...given);
  const ok = limit === null || (value !== null && (isHigh ? value >= limit : value <= limit));
  return { measure, value, limit, baseline: before, ok };
}
