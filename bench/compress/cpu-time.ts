/** Milliseconds of processor time of one run. Other work on the machine affects it only through the processor's cache. */
export async function cpuTime(work: () => unknown): Promise<number> {
  const start = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

/** Prepares a run, which is not timed, and returns the work to measure. */
export type Task = () => () => unknown;

/** Runs the tasks in turn, so that a busy moment affects all of them, and returns the minimum time of each. */
export async function leastOfRounds(tasks: readonly Task[], rounds: number): Promise<number[]> {
  const least = tasks.map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round < rounds; round += 1)
    for (const [index, prepare] of tasks.entries())
      least[index] = Math.min(least[index] as number, await cpuTime(prepare()));
  return least;
}
