import type { Conversation } from "../conversation/message";
import type { RunResult } from "../replay/fire-recipe";
import { replayOutside, replayPolicy } from "../replay/replay-policy";
import type { Replay } from "../replay/replay-types";
import type { Environment } from "../strategies/grammar/environment";
import type { Contender } from "./contender";
import { type CutFigures, createCutMeasure } from "./measure-cut";
import type { PreparedSession } from "./prepare-session";

/** One contender over an entire session, starting with its first request. */
export type WholeFigures = {
  readonly requests: number;
  /**
   * US dollars, including cache and summaries, and the cost of the logged session; null without prices or cache
   * figures.
   */
  readonly cost: number | null;
  readonly logged: number | null;
  /** Facts that the agent wrote although the prompt no longer contained them. */
  readonly lost: number;
  /** Requests that exceed the window. */
  readonly overWindow: number;
  readonly fired: number;
};

/** What was called, how long it took, and what failed. */
export type CallFigures = {
  readonly milliseconds: readonly number[];
  readonly applied: number;
  /** Number of failures, by code. */
  readonly failed: Readonly<Record<string, number>>;
};

export type SessionFigures = {
  readonly id: string;
  readonly repository: string | null;
  readonly cuts: readonly CutFigures[];
  readonly whole: WholeFigures;
  readonly calls: CallFigures;
};

/**
 * Measures a contender at the cuts and over the entire session. A failed result is not sent. The prompt then stays as
 * it is, and the failure is counted.
 */
export async function measureSession(
  { id, repository }: Pick<SessionFigures, "id" | "repository">,
  prepared: PreparedSession,
  contender: Contender,
  now: () => number,
): Promise<SessionFigures> {
  const watch = new CallWatch(contender, now);
  const cuts: CutFigures[] = [];
  for (const place of contender.run === null ? [] : prepared.places) {
    const result = await watch.run(place.cut.evidence.original, place.environment);
    cuts.push(createCutMeasure(prepared, place)(result, contender.mode));
  }
  const whole = wholeFigures(prepared, await replayWhole(prepared, contender, watch));
  return { id, repository, cuts, whole, calls: watch.figures };
}

function replayWhole(
  { prepared, log }: PreparedSession,
  { policy }: Contender,
  watch: CallWatch,
): Replay | Promise<Replay> {
  if (policy.kind === "logged") return log;
  if (policy.kind === "keep-all") return replayPolicy(prepared, policy);
  return replayOutside(prepared, policy, (conversation, environment) => watch.run(conversation, environment));
}

function wholeFigures({ log }: PreparedSession, { totals }: Replay): WholeFigures {
  const costOf = (of: Replay["totals"]) => (of.readShare === null ? null : of.cost);
  return {
    requests: totals.requests,
    cost: costOf(totals),
    logged: costOf(log.totals),
    lost: totals.lostFactsUsed,
    overWindow: totals.overWindow,
    fired: totals.fired,
  };
}

/** Calls a contender and records times and failures. */
class CallWatch {
  readonly #milliseconds: number[] = [];
  readonly #failed: Record<string, number> = {};
  #applied = 0;

  constructor(
    readonly contender: Contender,
    readonly now: () => number,
  ) {}

  async run(conversation: Conversation, environment: Environment): Promise<RunResult> {
    const { run } = this.contender;
    if (run === null) throw new TypeError("a reference has nothing to run");
    const start = this.now();
    const result = await run(conversation, environment);
    this.#milliseconds.push(result.milliseconds ?? this.now() - start);
    if (result.status === "applied") this.#applied += 1;
    const code = result.failure?.code;
    if (code !== undefined) this.#failed[code] = (this.#failed[code] ?? 0) + 1;
    return result;
  }

  get figures(): CallFigures {
    return { milliseconds: this.#milliseconds, applied: this.#applied, failed: this.#failed };
  }
}
