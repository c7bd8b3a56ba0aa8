import type { Bill } from "./bill";

/** One session of an arm, ready to be compared. */
export type ArmRun = {
  /** Unique over both arms. */
  readonly id: string;
  /** What makes it the same task as another run: its first prompt, folder or pair. Null: it has none. */
  readonly key: string | null;
  /** The model that answered most; null: unknown. */
  readonly model: string | null;
  /** Null: the log does not say enough. */
  readonly bill: Bill | null;
};

/** One task with its runs in both arms; at least one in each. */
export type Task = { readonly key: string; readonly a: readonly BilledRun[]; readonly b: readonly BilledRun[] };
export type BilledRun = ArmRun & { readonly bill: Bill };

type LeftOutReason =
  /** The log lacks usage or prices. */
  | "no-bill"
  /** It has nothing to be paired by. */
  | "no-key"
  /** The other arm has no run of this task. */
  | "no-partner"
  /** The other arm did this task with other models only. */
  | "other-model";

export type LeftOut = { readonly id: string; readonly reason: LeftOutReason };
export type Tasks = { readonly tasks: readonly Task[]; readonly leftOut: readonly LeftOut[] };

/**
 * Pairs two arms by the runs' keys. Runs of a task that used a model which the other arm did not use for it are left out:
 * what differs would be the model. `acrossModels` keeps them.
 */
export function pairTasks(a: readonly ArmRun[], b: readonly ArmRun[], acrossModels = false): Tasks {
  const leftOut: LeftOut[] = [];
  const [groupsA, groupsB] = [groupRuns(a, leftOut), groupRuns(b, leftOut)];
  const tasks: Task[] = [];
  for (const key of [...new Set([...groupsA.keys(), ...groupsB.keys()])].sort()) {
    const [runsA, runsB] = [groupsA.get(key) ?? [], groupsB.get(key) ?? []];
    const keptA = acrossModels ? runsA : sharingModel(runsA, runsB);
    const keptB = acrossModels ? runsB : sharingModel(runsB, runsA);
    const isAlone = runsA.length === 0 || runsB.length === 0;
    for (const { id } of [...runsA, ...runsB])
      if (isAlone || ![...keptA, ...keptB].some((run) => run.id === id))
        leftOut.push({ id, reason: isAlone ? "no-partner" : "other-model" });
    if (!isAlone && keptA.length > 0 && keptB.length > 0) tasks.push({ key, a: keptA, b: keptB });
  }
  return { tasks, leftOut };
}

function groupRuns(runs: readonly ArmRun[], leftOut: LeftOut[]): Map<string, BilledRun[]> {
  const groups = new Map<string, BilledRun[]>();
  for (const run of [...runs].sort((one, other) => (one.id < other.id ? -1 : 1))) {
    const { id, key, bill } = run;
    if (bill === null || key === null) leftOut.push({ id, reason: bill === null ? "no-bill" : "no-key" });
    else groups.set(key, [...(groups.get(key) ?? []), { ...run, bill }]);
  }
  return groups;
}

/** An unknown model goes with every other. */
const sharingModel = (runs: readonly BilledRun[], others: readonly BilledRun[]): BilledRun[] =>
  runs.filter(({ model }) => others.some((other) => model === null || other.model === null || other.model === model));
