/** Milliseconds of processor time of one run: what else the machine does is not in it, but for its cache. */
export async function cpuTime(work: () => unknown): Promise<number> {
  const start = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

/** Makes ready what is not in the time, and gives what is to be measured. */
export type Task = () => () => unknown;

/** The tasks take turns, so that a busy moment meets all of them; of each the least of its rounds. */
export async function leastOfRounds(tasks: readonly Task[], rounds: number): Promise<number[]> {
  const least = tasks.map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round < rounds; round += 1)
    for (const [index, prepare] of tasks.entries())
      least[index] = Math.min(least[index] as number, await cpuTime(prepare()));
  return least;
}
