import * as z from "zod";

/** Version of the result file. A submission is such a file; it contains the command that produced it. */
export const RESULTS_FORMAT = 1;

const text = (most: number) => z.string().max(most);
const figure = z.strictObject({
  /** Null if there was nothing to measure. */
  value: z.number().nullable(),
  /** 95 % interval over sessions; null with too few sessions. */
  low: z.number().nullable(),
  high: z.number().nullable(),
  sessions: z.int().min(0),
});
export type Figure = z.infer<typeof figure>;

/** Shares, except for `lost_per_100`, which is a number of facts. */
const figures = z.strictObject({
  whole: z.strictObject({
    /** Total cost of all sessions ÷ the total cost of their logs, cache included. */
    cost: figure,
    /** Facts that the agent wrote although they had been removed, per 100 requests. */
    lost_per_100: figure,
    over_window: z.int().min(0),
    fired: z.int().min(0),
    requests: z.int().min(0),
  }),
  cuts: z.strictObject({
    count: z.int().min(0),
    prompt_saved: figure,
    /** Of the tokens in parts that were changed or dropped, the share saved. */
    touched_saved: figure,
    bill_saved: figure,
    needed_kept: figure,
    identifiers_kept: figure,
    runs_kept: figure,
    rare_words_kept: figure,
  }),
  calls: z.int().min(0),
  applied: z.int().min(0),
  /** Failed calls, by code. */
  failed: z.record(text(60), z.int().min(1)),
});
export type StrategyFigures = z.infer<typeof figures>;

const strategy = z.strictObject({
  id: text(300),
  kind: z.enum(["reference", "preset", "module", "program", "address"]),
  ran: text(300),
  sha256: z.string().length(64).nullable(),
  figures,
  /**
   * Median and 95th percentile over the calls; null without calls. Times are not reproducible, so they are not among
   * the figures.
   */
  milliseconds: z.strictObject({ median: z.number(), p95: z.number() }).nullable(),
});
export type StrategyResult = z.infer<typeof strategy>;

/** True if every call failed, in which case the figures are those of doing nothing. */
export const isBroken = ({ figures: { calls, failed } }: Pick<StrategyResult, "figures">): boolean =>
  calls > 0 && Object.values(failed).reduce((sum, count) => sum + count, 0) === calls;

export const benchmarkResults = z.strictObject({
  benchmark: z.literal("winnow"),
  format: z.literal(RESULTS_FORMAT),
  manifest: text(20),
  measures: z.int(),
  part: z.enum(["public", "held-out", "own"]),
  settings: z.strictObject({ cuts: z.int(), at: z.int(), body: text(40) }),
  sessions: z.strictObject({
    asked: z.int(),
    measured: z.int(),
    repositories: z.int().nullable(),
    left_out: z.array(z.strictObject({ id: text(64), reason: text(300) })).max(1000),
  }),
  strategies: z.array(strategy).max(500),
  /** Digest of everything except `milliseconds` and `run`. Two runs of the same benchmark have the same digest. */
  figures_sha256: z.string().length(64),
  run: z.strictObject({
    by: text(200),
    command: text(2000),
    winnow: text(40),
    node: text(40),
    platform: text(80),
    processor: text(200),
    cores: z.int(),
    memory_gb: z.number(),
    started: z.iso.datetime(),
    seconds: z.number(),
  }),
});
export type BenchmarkResults = z.infer<typeof benchmarkResults>;
