import os from "node:os";
import { setFlagsFromString } from "node:v8";
import { MessageChannel, receiveMessageOnPort, SHARE_ENV } from "node:worker_threads";
import PQueue from "p-queue";
import { Piscina } from "piscina";
import { Problem } from "@/lib/api/problem";
import { queueFull } from "../http/problem";
import { currentCaller, hasCaller } from "../process/caller-context";
import { FairTurns } from "../process/fair-turns";
import { LIMITS } from "../process/limits";
import { processState } from "../process/process-state";
import { stageNotes } from "../process/server-timing";
import { programFile } from "../process/settings";
import { STARTED, type Task, type TaskOutcome, type TaskResult } from "./task";

export const LANES = ["interactive", "query", "bulk", "import"] as const;
export type Lane = (typeof LANES)[number];
export type RunOptions = {
  readonly lane: Lane;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Record<string, unknown>) => void;
};

/**
 * An import thread ends soon to free its memory. A thread for large bodies is kept between two steps of an agent,
 * because it knows the messages of the previous step. An interactive one is kept longer, because loading vocabularies
 * takes time.
 */
const IDLE_MS: Record<Lane, number> = {
  bulk: 60_000,
  import: 10_000,
  interactive: 300_000,
  query: 10_000,
};

/** Memory available to this process, or its container. */
const usableMemory = () => Math.min(process.constrainedMemory() || Number.POSITIVE_INFINITY, os.totalmem());

/** Maximum heap of a lane's thread, in megabytes, for a machine with this much memory in bytes. */
export function heapMbOf(lane: Lane, memory: number): number {
  if (lane === "interactive" || lane === "query") return LIMITS.workerHeapMb;
  const quarter = Math.floor(memory / 4 / 2 ** 20);
  return Math.min(Math.max(quarter, LIMITS.workerHeapMb), LIMITS.largeWorkerHeapMb);
}

/** A machine with less memory than this has one thread for large bodies. */
const ROOMY = 4 * 2 ** 30;

/**
 * The threads of a lane, so that no big body, job or arbitrary query delays a small answer or an import. Large bodies
 * take long and come from many agents at once, so they use a second processor.
 */
export function threadsOf(lane: Lane, processors: number, memory: number): number {
  return lane === "bulk" && processors > 1 && memory >= ROOMY ? 2 : 1;
}

const threads = (lane: Lane): number => threadsOf(lane, os.availableParallelism(), usableMemory());

/**
 * How much of its code a function runs, in bytes, before V8 optimises it: four times Node 20's default. A thread lives
 * for a few seconds of work in which much code runs briefly, and a third of its processor time was spent on optimising.
 */
const BYTES_BEFORE_OPTIMISING = 4 * 132 * 1024;

function pool(lane: Lane): Piscina {
  return processState(`pool-${lane}`, () => {
    setFlagsFromString(`--interrupt-budget=${BYTES_BEFORE_OPTIMISING}`);
    return new Piscina({
      filename: programFile("dist", "worker.mjs"),
      minThreads: 0,
      maxThreads: threads(lane),
      concurrentTasksPerWorker: 1,
      idleTimeout: IDLE_MS[lane],
      env: SHARE_ENV, // a thread reads an environment variable when it uses it, as the process does
      resourceLimits: {
        maxOldGenerationSizeMb: heapMbOf(lane, usableMemory()),
        maxYoungGenerationSizeMb: LIMITS.workerYoungHeapMb,
      },
    });
  });
}

/**
 * Tasks waiting for a lane's threads. Piscina (5.3) gets one task at a time per thread: aborting a running task ends
 * its thread and starts no other, so tasks in Piscina's own queue would wait until the next call.
 */
const waiting = (lane: Lane): PQueue =>
  processState(`waiting-${lane}`, () => new PQueue({ concurrency: threads(lane) }));

export const queuedTasks = (lane: Lane): number => waiting(lane).size;

/** The order of tasks in a lane, in which many tasks of one caller do not keep others waiting. */
const turns = (lane: Lane): FairTurns => processState(`turns-${lane}`, () => new FairTurns());

/** The caller whose turn a task takes. Without authentication all requests have the same caller. */
function whoAsks(): string {
  if (!hasCaller()) return "server";
  const { who } = currentCaller();
  return "id" in who ? who.id : who.kind;
}

/**
 * Runs one task in a worker thread; the callers of a lane take turns. Aborting removes it from the queue or ends the
 * thread, even in a synchronous loop.
 */
export async function runTask<T extends Task>(task: T, options: RunOptions): Promise<TaskResult<T>> {
  const queue = waiting(options.lane);
  if (queue.size >= LIMITS.queuedTasks) throw queueFull();
  const note = stageNotes();
  const askedAt = performance.now();
  const fair = turns(options.lane);
  const caller = whoAsks();
  const turn = fair.next(caller);
  const work = async () => {
    fair.begin(turn);
    note("queue", askedAt);
    const startedAt = performance.now();
    try {
      return await runInThread(task, options);
    } finally {
      note("work", startedAt);
    }
  };
  try {
    return await queue.add(work, { priority: -turn, ...(options.signal && { signal: options.signal }) });
  } finally {
    fair.leave(caller, turn);
  }
}

async function runInThread<T extends Task>(task: T, options: RunOptions): Promise<TaskResult<T>> {
  const seconds = task.kind === "query" ? LIMITS.querySeconds : LIMITS.taskSeconds;
  const limit = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const signal = options.signal ? AbortSignal.any([options.signal, limit.signal]) : limit.signal;
  const { port1, port2 } = new MessageChannel();
  port1.on("message", (message) => {
    if (message === STARTED) timer = setTimeout(() => limit.abort(), seconds * 1000);
    else options.onProgress?.(message);
  });
  port1.unref();
  try {
    const outcome: TaskOutcome<T> = await pool(options.lane).run(
      { task, port: port2, hasListener: options.onProgress !== undefined },
      { signal, transferList: [port2] },
    );
    // The outcome may arrive before messages that were posted earlier.
    for (let left = receiveMessageOnPort(port1); left; left = receiveMessageOnPort(port1))
      if (left.message !== STARTED) options.onProgress?.(left.message);
    if (outcome.ok) return outcome.value;
    const { status, code, detail, options: more } = outcome.problem;
    throw new Problem(status, code, detail, more);
  } catch (error) {
    if (!limit.signal.aborted) throw error;
    throw new Problem(422, "too-slow", `the work took longer than ${seconds} seconds`);
  } finally {
    clearTimeout(timer);
    port1.close();
  }
}

export const laneFor = (bytes: number): Lane => (bytes <= LIMITS.interactiveBytes ? "interactive" : "bulk");
export const importLaneFor = (bytes: number): Lane => (bytes <= LIMITS.interactiveBytes ? "interactive" : "import");
