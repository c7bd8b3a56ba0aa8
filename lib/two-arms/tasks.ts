import type { Bill } from "./bill";

/** A session of a group, ready for comparison. */
export type ArmRun = {
  /** Unique over both groups. */
  readonly id: string;
  /** Identifies the same task in another run: its first prompt, folder or pair. Null if there is none. */
  readonly key: string | null;
  /** The most frequent model; null if unknown. */
  readonly model: string | null;
  /** Null if the log does not contain enough for a bill. */
  readonly bill: Bill | null;
};

/** A task with its runs in both groups; at least one in each. */
export type Task = { readonly key: string; readonly a: readonly BilledRun[]; readonly b: readonly BilledRun[] };
export type BilledRun = ArmRun & { readonly bill: Bill };

type LeftOutReason =
  | "no-bill"
  /** The run has no key by which it could be paired. */
  | "no-key"
  /** The other group has no run of this task. */
  | "no-partner"
  /** The other group only ran this task with other models. */
  | "other-model";

export type LeftOut = { readonly id: string; readonly reason: LeftOutReason };
export type Tasks = { readonly tasks: readonly Task[]; readonly leftOut: readonly LeftOut[] };

/**
 * Pairs two groups by the runs' keys. Omits runs of a task with a model that the other group did not use for it,
 * because the difference would be the model's. `acrossModels` keeps them.
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

/** An unknown model matches every other. */
const sharingModel = (runs: readonly BilledRun[], others: readonly BilledRun[]): BilledRun[] =>
  runs.filter(({ model }) => others.some((other) => model === null || other.model === null || other.model === model));
