import { cpus, loadavg, totalmem } from "node:os";

/** What a row was measured on, so that its milliseconds are not taken for those of another machine. */
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

/** Processes that ran or waited in the last minute, on average; 0 if the system does not count them. */
export const loadNow = (): number => Math.round((loadavg()[0] ?? 0) * 10) / 10;

/**
 * More work than processors when a row started. What waits for a turn has then longer times by the clock; ratios of the
 * same round are affected less.
 */
export const isBusy = (load: number, { processors }: Machine): boolean => load > processors;
