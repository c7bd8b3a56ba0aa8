import { PolicyRun } from "./policy-run";
import type { PromptWatch } from "./prompt-watch";
import { replayLog } from "./replay-log";
import { totalsOf } from "./replay-totals";
import type { PreparedReplay, Replay, ReplayPolicy, ReplayRow } from "./replay-types";

/**
 * One policy over the requests of one agent, in order. What is prepared is shared by all policies, and never changed by one.
 * `watches` are told of every change of its prompt.
 */
export function replayPolicy(
  prepared: PreparedReplay,
  policy: ReplayPolicy,
  watches: readonly PromptWatch[] = [],
): Replay {
  if (policy.kind === "logged") return replayLog(prepared, policy, watches);
  const run = new PolicyRun(prepared, policy, watches);
  const rows = prepared.logged.map((entry) => run.next(entry));
  return { policy, rows, totals: totalsOf(rows, prepared, run.losses) };
}

/**
 * The same, given up at the first request that is over the window once more than `most` requests may be: null then. A policy
 * that overflows the window more often than the log could not have been run, and its ever longer prompts take most of the time.
 */
export function replayWithin(prepared: PreparedReplay, policy: ReplayPolicy, most: number): Replay | null {
  const run = new PolicyRun(prepared, policy);
  const rows: ReplayRow[] = [];
  let over = 0;
  for (const entry of prepared.logged) {
    const row = run.next(entry);
    const { window } = prepared.environmentOf(entry).budget;
    if (window !== null && row.prompt > window) over += 1;
    if (over > most) return null;
    rows.push(row);
  }
  return { policy, rows, totals: totalsOf(rows, prepared, run.losses) };
}
