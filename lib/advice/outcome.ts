import { SAMPLES } from "../evaluation/sample-size";
import type { Replay, ReplayRow } from "../replay/replay-types";
import type { Session } from "../transcript/session";

/** One part of the sample: some tasks of a session, or an entire session. */
export type Block = {
  /** US dollars, without the cost of lost facts. */
  readonly cost: number;
  /** Facts that the agent wrote after their content had left its prompt and before anything showed them again. */
  readonly lost: number;
  readonly requests: number;
};

/** A policy's result, block by block. Outcomes weighed together have their blocks in the same order. */
export type Outcome = {
  readonly id: string;
  /** Prompt tokens at which it runs; null for the log and for keeping everything. */
  readonly trigger: number | null;
  readonly blocks: readonly Block[];
  readonly fired: number;
  /** For a policy with its own trigger: the smallest prompt that it changed, in tokens. */
  readonly began?: number;
  /**
   * Edits whose old text was shown earlier in the session, and how many of them had lost that text to a cut; absent if
   * unknown.
   */
  readonly edits?: { readonly all: number; readonly blind: number };
  readonly peakPrompt: number;
  /** Requests whose prompt exceeds the window. */
  readonly overWindow: number;
};

/** Maximum number of blocks per session. More would slow down resampling and not improve the interval. */
const MAX_BLOCKS = 20;
/**
 * With fewer blocks an interval means little. Sessions differ more from each other than parts of one session do, so
 * more sessions are needed.
 */
export const FEWEST_BLOCKS = { tasks: SAMPLES.advice.parts, sessions: SAMPLES.advice.sessions } as const;

/**
 * Where a session's blocks begin, as indexes into its requests. A task begins at each message from a person. Short
 * tasks are joined until there are at most twenty blocks. An agent that works alone for long has too few tasks, so its
 * requests are divided into ten to twenty stretches instead.
 *
 * @param prompts for each request, the index just after its prompt's last message.
 */
export function blockStarts({ messages }: Session, agent: string, prompts: readonly number[]): number[] {
  const starts: number[] = [];
  let from = 0;
  for (const [at, end] of prompts.entries()) {
    const isNewTask = messages
      .slice(from, end)
      .some(({ agent: owner, origin, isHidden }) => owner === agent && origin === "typed" && !isHidden);
    from = Math.max(from, end);
    if (at === 0 || isNewTask) starts.push(at);
  }
  return blocksOfTasks(starts, prompts.length);
}

/** Block starts for a session whose tasks begin at these requests. */
export function blocksOfTasks(starts: readonly number[], requests: number): number[] {
  const tasks = joinShort(starts, requests);
  return tasks.length < FEWEST_BLOCKS.tasks ? stretches(requests) : tasks;
}

/** Minimum number of requests in a stretch. */
const SHORTEST_STRETCH = 5;

/** Ten to twenty stretches of about equal size, for a session with too few tasks. */
const stretches = (requests: number): number[] => {
  const wanted = Math.min(MAX_BLOCKS, Math.floor(requests / SHORTEST_STRETCH));
  const count = Math.min(requests, Math.max(FEWEST_BLOCKS.tasks, wanted));
  return Array.from({ length: count }, (_, index) => Math.floor((index * requests) / count));
};

function joinShort(starts: readonly number[], requests: number): number[] {
  const fewest = requests / MAX_BLOCKS;
  const kept: number[] = [];
  for (const start of starts) {
    const last = kept.at(-1);
    if (last === undefined || start - last >= fewest) kept.push(start);
  }
  return kept;
}

/** Sums a replay's rows by block. Null if no row has a cost, so nothing can be weighed. */
export function outcomeOf(
  { policy, rows, totals }: Replay,
  trigger: number | null,
  starts: readonly number[],
): Outcome | null {
  if (totals.cost === null) return null;
  const blocks = starts.map((start, index) => sumOf(rows.slice(start, starts[index + 1])));
  const { fired, edits, peakPrompt, overWindow } = totals;
  return { id: policy.id, trigger, blocks, fired, edits, peakPrompt, overWindow };
}

/**
 * The smallest prompt that the policy changed. Rows contain the changed prompt only, so the previous request's size
 * counts if it is larger. Infinite if nothing was changed.
 */
export const smallestChanged = (rows: readonly ReplayRow[]): number =>
  Math.min(...rows.flatMap(({ fired, prompt }, at) => (fired ? [Math.max(prompt, rows[at - 1]?.prompt ?? 0)] : [])));

function sumOf(rows: readonly ReplayRow[]): Block {
  const sum = (pick: (row: ReplayRow) => number) => rows.reduce((total, row) => total + pick(row), 0);
  return {
    cost: sum(({ cost }) => cost ?? 0),
    lost: sum(({ lostFactsUsed }) => lostFactsUsed),
    requests: rows.length,
  };
}

/** All blocks as a single one, for weighing a session among others. */
export const wholeBlock = ({ blocks }: Outcome): Block =>
  blocks.reduce(
    (sum, { cost, lost, requests }) => ({
      cost: sum.cost + cost,
      lost: sum.lost + lost,
      requests: sum.requests + requests,
    }),
    { cost: 0, lost: 0, requests: 0 },
  );
