import type { Bill } from "./bill";
import type { ArmsVerdict, Estimate } from "./compare-arms";
import type { ArmRun } from "./tasks";

/**
 * The result of following advice. `kept`: certainly cheaper, by at least the promised amount; `less`:
 * certainly less was saved than the promised minimum; `dearer`: certainly more expensive; `not-in-force`:
 * most prompts went far beyond the advised trigger, so nothing was tried; `no-sessions`: no session
 * since; `cannot-tell`: none of these.
 */
export type PromiseVerdict = "kept" | "less" | "dearer" | "not-in-force" | "no-sessions" | "cannot-tell";

export type MeasuredPromise = {
  /** The promise, as a share of the bill; the ends of its 95 % interval. */
  readonly promised: { readonly low: number; readonly high: number };
  /** The two groups' result for the bill per request; null if there is no bill to compare. */
  readonly change: Estimate | null;
  readonly verdict: ArmsVerdict;
  /** Later sessions that reached the advised trigger. */
  readonly reached: number;
  readonly beyond: number;
  /** Sessions since the setting changed. */
  readonly after: number;
};

export function promiseVerdict(measured: MeasuredPromise): PromiseVerdict {
  const { promised, change, verdict, reached, beyond, after } = measured;
  if (after === 0) return "no-sessions";
  if (reached > 0 && beyond * 2 > reached) return "not-in-force";
  if (change === null || verdict === "too-few") return "cannot-tell";
  if (verdict === "dearer") return "dearer";
  if (change.low > promised.high) return "less";
  return verdict === "cheaper" && change.mean <= promised.high ? "kept" : "cannot-tell";
}

/** A prompt counts as beyond the trigger only above this multiple of it, because a single request may add much. */
const BEYOND = 1.15;

/**
 * Counts the sessions whose largest prompt reached the trigger, and those whose largest prompt went beyond it. All
 * sizes in tokens.
 */
export function settingInForce(peaks: readonly number[], trigger: number): Pick<MeasuredPromise, "reached" | "beyond"> {
  return {
    reached: peaks.filter((peak) => peak >= trigger * 0.9).length,
    beyond: peaks.filter((peak) => peak > trigger * BEYOND).length,
  };
}

/**
 * The run with its bill per 100 main-agent requests, because sessions before and after a change are different tasks,
 * and a longer session does not mean a more expensive setting. Null if it has no request.
 */
export function perHundredRequests(run: ArmRun): ArmRun {
  const { bill } = run;
  if (bill === null || bill.turns === 0) return { ...run, bill: null };
  const scaled = Object.fromEntries(
    Object.entries(bill).map(([part, amount]) => [part, (amount / bill.turns) * 100]),
  ) as Bill;
  return { ...run, bill: scaled };
}
