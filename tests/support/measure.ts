import fs from "node:fs";

/** The quantile: the value below which this share of the values lies. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** `p50 12 ms, p99 80 ms`. */
export const inMilliseconds = (values: readonly number[]): string =>
  `p50 ${Math.round(percentile(values, 0.5))} ms, p99 ${Math.round(percentile(values, 0.99))} ms`;

/** Processor seconds of some work, independent of other work on the machine. */
export function processorSeconds(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

/** Only on Linux are another process's memory and open files known. */
export const tellsProcesses: boolean = fs.existsSync("/proc/self/status");

/** A kilobyte value from /proc/pid/status, in bytes: `VmRSS` is the resident memory now, `VmHWM` its maximum. */
export function memoryOf(pid: number, name: "VmRSS" | "VmHWM"): number {
  const match = new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(fs.readFileSync(`/proc/${pid}/status`, "utf8"));
  return Number(match?.[1]) * 1024;
}

export const descriptorsOf = (pid: number): number => fs.readdirSync(`/proc/${pid}/fd`).length;

export const megabytes = (bytes: number): string => `${Math.round(bytes / 2 ** 20)} MB`;

/** Repeats a call until the signal; returns the milliseconds of each and any unexpected results. */
export async function repeat(call: () => Promise<Response>, signal: AbortSignal, pauseMs = 0) {
  const times: number[] = [];
  const faults: string[] = [];
  while (!signal.aborted) {
    const startedAt = performance.now();
    try {
      const answer = await call();
      await answer.arrayBuffer();
      if (!answer.ok) faults.push(String(answer.status));
      times.push(performance.now() - startedAt);
    } catch (error) {
      faults.push((error as Error).message);
    }
    if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  return { times, faults };
}
