import { changeInSession, FEWEST_REQUESTS, type SessionChange } from "@/lib/advice/advise";
import { blocksOfTasks, type Outcome } from "@/lib/advice/outcome";
import { exactly } from "@/lib/advice/terms";
import type { ReplayRowAnswer } from "../../api/schemas/replay";
import { english, type Say } from "../../wording/say";

type Rows = readonly ReplayRowAnswer[];

/**
 * A policy's cost compared with the log, as a share, with the 95 % interval over the session's tasks: the
 * same draws as for advice. Fetches cost `fetchPrice` (US dollars each; null: as modelled). `low` and `high`
 * are null with fewer than thirty requests, or with too few parts to draw; the entire result is null without prices of
 * the log or of the policy.
 *
 * @param tasks the requests at which the person's prompts begin.
 */
export function replayChange(
  rows: Rows,
  logged: Rows,
  tasks: readonly number[],
  fetchPrice: number | null,
): SessionChange | null {
  if (logged.length === 0 || logged.every(({ cost }) => cost === null)) return null;
  if (rows.some(({ cost }, at) => cost === null && logged[at]?.cost != null)) return null;
  const starts = blocksOfTasks(tasks.length === 0 ? [0] : [0, ...tasks.filter((at) => at > 0)], logged.length);
  const paid = (row: ReplayRowAnswer) =>
    (row.cost?.amount ?? 0) + (fetchPrice === null ? (row.fetch_cost?.amount ?? 0) : row.fetches * fetchPrice);
  const change = changeInSession(outcomeOf(rows, starts, paid), outcomeOf(logged, starts, paid), exactly(0));
  if (!Number.isFinite(change.share)) return null;
  return logged.length < FEWEST_REQUESTS ? { ...change, low: null, high: null } : change;
}

function outcomeOf(rows: Rows, starts: readonly number[], paid: (row: ReplayRowAnswer) => number): Outcome {
  const blocks = starts.map((start, index) => {
    const own = rows.slice(start, starts[index + 1]);
    return { cost: own.reduce((sum, row) => sum + paid(row), 0), lost: 0, requests: own.length };
  });
  return { id: "", trigger: null, blocks, fired: 0, peakPrompt: 0, overWindow: 0 };
}

const whole = (share: number): string => {
  const percent = Math.round(share * 100);
  return percent < 0 ? `\u2212${-percent}` : percent > 0 ? `+${percent}` : "0";
};

/** `−29 % (−41 to −12)`; only the share without an interval. */
export function changeWords({ share, low, high }: SessionChange, say: Say = english): string {
  const percent = `${whole(share)}\u202f%`;
  return low === null || high === null
    ? percent
    : say("{share} ({low} to {high})", { share: percent, low: whole(low), high: whole(high) });
}

/** `18 % less; between 40 % less and 4 % more`. */
export function changeSentence({ share, low, high }: SessionChange, say: Say = english): string {
  const words = (change: number) => {
    const percent = `${Math.abs(Math.round(change * 100))}\u202f%`;
    return change < 0 ? say("{percent} less", { percent }) : say("{percent} more", { percent });
  };
  return low === null || high === null
    ? words(share)
    : say("{share}; between {low} and {high}", { share: words(share), low: words(low), high: words(high) });
}

/** Whether the interval excludes zero, and on which side; null if unknown or if it includes zero. */
export const sureSide = ({ low, high }: SessionChange): "less" | "more" | null =>
  high !== null && high < 0 ? "less" : low !== null && low > 0 ? "more" : null;
