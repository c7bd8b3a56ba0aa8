/**
 * Starts to measure how long this process works, in milliseconds of processor time, and at most the time that passes: what
 * other programs take on a busy machine is not this one's.
 */
export function busyTimer(): () => number {
  const [startedAt, before] = [performance.now(), process.cpuUsage()];
  return () => {
    const { user, system } = process.cpuUsage(before);
    return Math.min(performance.now() - startedAt, (user + system) / 1_000);
  };
}
