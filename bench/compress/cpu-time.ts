/** Milliseconds of processor time, the least of `runs`: a busy machine does not blur it. */
export async function cpuTime(work: () => unknown, runs = 9): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runs; run += 1) {
    const start = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(start);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}
