/**
 * Measures the processor time this process uses, in milliseconds, capped at the elapsed time. Other programs' load is
 * not counted.
 */
export function busyTimer(): () => number {
  const [startedAt, before] = [performance.now(), process.cpuUsage()];
  return () => {
    const { user, system } = process.cpuUsage(before);
    return Math.min(performance.now() - startedAt, (user + system) / 1_000);
  };
}
