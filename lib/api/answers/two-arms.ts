import type { ArmsComparison } from "../../two-arms/compare-arms";
import type { BilledRun, Task } from "../../two-arms/tasks";
import type { ArmLeftOut, ArmTask, TwoArmsAnswer } from "../schemas/two-arms";

/** What the library's list contains about a session in the comparison. */
export type ArmSession = {
  readonly id: string;
  readonly title: string;
  readonly arm: "a" | "b";
  readonly hasOutputFloor: boolean;
};

/** The answer to a comparison. `sessions` has the sessions of both groups, by id. */
export function twoArmsAnswerOf(
  comparison: ArmsComparison,
  sessions: ReadonlyMap<string, ArmSession>,
  { unit, pair_by }: Pick<TwoArmsAnswer, "unit" | "pair_by">,
): TwoArmsAnswer {
  const { verdict, pairs, parts, tasks, leftOut, repeats, needed, visible } = comparison;
  const compared = tasks.flatMap(({ a, b }) => [...a, ...b]);
  return {
    verdict,
    unit,
    pair_by,
    pairs,
    parts,
    tasks: tasks
      .map((task) => ({ ...taskAnswer(task, sessions), ...(pair_by === "none" && { title: "All sessions" }) }))
      .sort((one, other) => other.a.amount - one.a.amount),
    left_out: leftOut.flatMap(({ id, reason }) => leftOutAnswer(sessions.get(id), reason)),
    repeats: pair_by === "none" ? { tasks: 0, difference: null } : repeats,
    needed,
    visible,
    models: { a: modelsOf(tasks.flatMap(({ a }) => a)), b: modelsOf(tasks.flatMap(({ b }) => b)) },
    output_floors: compared.filter(({ id }) => sessions.get(id)?.hasOutputFloor).length,
  };
}

const leftOutAnswer = (session: ArmSession | undefined, reason: ArmLeftOut["reason"]): ArmLeftOut[] =>
  session ? [{ id: session.id, title: session.title, arm: session.arm, reason }] : [];

function taskAnswer({ a, b }: Task, sessions: ReadonlyMap<string, ArmSession>): ArmTask {
  const [one, other] = [sideOf(a), sideOf(b)];
  return {
    title: sessions.get(a[0]?.id ?? "")?.title ?? "",
    a: one,
    b: other,
    change: one.amount === 0 ? null : other.amount / one.amount - 1,
  };
}

const sideOf = (runs: readonly BilledRun[]) => ({
  sessions: runs.map(({ id }) => id),
  amount: runs.reduce((sum, { bill }) => sum + bill.total, 0) / runs.length,
});

const modelsOf = (runs: readonly BilledRun[]): string[] =>
  [...new Set(runs.flatMap(({ model }) => (model === null ? [] : [model])))].sort();
