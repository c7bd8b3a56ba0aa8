import { cpus, loadavg, totalmem } from "node:os";

/** The machine on which a row was measured, so that its milliseconds are not compared with another machine's. */
export type Machine = {
  readonly node: string;
  readonly system: string;
  readonly processors: number;
  readonly model: string;
  readonly memoryGb: number;
};

export const thisMachine = (): Machine => ({
  node: process.version,
  system: `${process.platform} ${process.arch}`,
  processors: cpus().length,
  model: cpus()[0]?.model ?? "unknown",
  memoryGb: Math.round(totalmem() / 1e9),
});

/** Average number of processes that ran or waited in the last minute; 0 if the system does not count them. */
export const loadNow = (): number => Math.round((loadavg()[0] ?? 0) * 10) / 10;

/**
 * Whether there was more work than processors when a row started. Waiting processes then have longer elapsed times;
 * ratios of the same round are affected less.
 */
export const isBusy = (load: number, { processors }: Machine): boolean => load > processors;
