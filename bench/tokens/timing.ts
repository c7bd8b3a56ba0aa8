/** Milliseconds of processor time of this process. Unlike elapsed time, it hardly depends on other work on the machine. */
export function milliseconds(work: () => void): number {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

export type Counter = (text: string) => number;

export const sumCounts = (count: Counter, messages: readonly string[]): number => {
  let total = 0;
  for (const message of messages) total += count(message);
  return total;
};
