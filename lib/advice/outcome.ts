import { SAMPLES } from "../evaluation/sample-size";
import type { Replay, ReplayRow } from "../replay/replay-types";
import type { Session } from "../transcript/session";

/** A part of what is weighed: some tasks of one session, or a whole session. */
export type Block = {
  /** US dollars without fetches. */
  readonly cost: number;
  /** Facts that the agent wrote although its prompt no longer held their content, and nothing had shown them again. */
  readonly lost: number;
  readonly requests: number;
};

/** What one policy did, block by block. Blocks of all outcomes that are weighed together stand in the same order. */
export type Outcome = {
  readonly id: string;
  /** Prompt tokens at which it runs; null for the log and for keeping everything. */
  readonly trigger: number | null;
  readonly blocks: readonly Block[];
  readonly fired: number;
  /** Of a policy that decides by itself when it runs: the smallest prompt that it changed. Tokens. */
  readonly began?: number;
  readonly peakPrompt: number;
  /** Requests whose prompt is over the window. */
  readonly overWindow: number;
};

/** Most blocks of a session: more would make the draws slower and the interval no better. */
const MAX_BLOCKS = 20;
/** With fewer blocks an interval says too little: sessions differ more from each other than parts of one session do. */
export const FEWEST_BLOCKS = { tasks: SAMPLES.advice.parts, sessions: SAMPLES.advice.sessions } as const;

/**
 * Where the blocks of a session begin, as indexes into its requests. A task begins where a person says something; tasks
 * that follow each other are joined until there are at most twenty blocks. An agent that works alone for long has too few
 * tasks, so its requests are cut into ten to twenty stretches instead.
 *
 * @param prompts of each request, the index just after the last message of its prompt.
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

/** The same from the requests with which tasks begin. */
export function blocksOfTasks(starts: readonly number[], requests: number): number[] {
  const tasks = joinShort(starts, requests);
  return tasks.length < FEWEST_BLOCKS.tasks ? stretches(requests) : tasks;
}

/** A stretch of fewer requests says little of its own. */
const SHORTEST_STRETCH = 5;

/** Ten to twenty stretches of about as many requests, for a session with too few tasks. */
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

/** Sums the rows of a replay by block. Null when no row has a cost, so that nothing can be weighed. */
export function outcomeOf(
  { policy, rows, totals }: Replay,
  trigger: number | null,
  starts: readonly number[],
): Outcome | null {
  if (totals.cost === null) return null;
  const blocks = starts.map((start, index) => sumOf(rows.slice(start, starts[index + 1])));
  const { fired, peakPrompt, overWindow } = totals;
  return { id: policy.id, trigger, blocks, fired, peakPrompt, overWindow };
}

/** The smallest prompt that was changed, as far as the rows tell: that of the request before. Infinite if none was. */
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

/** One block of the whole outcome, as a session is weighed among other sessions. */
export const wholeBlock = ({ blocks }: Outcome): Block =>
  blocks.reduce(
    (sum, { cost, lost, requests }) => ({
      cost: sum.cost + cost,
      lost: sum.lost + lost,
      requests: sum.requests + requests,
    }),
    { cost: 0, lost: 0, requests: 0 },
  );
