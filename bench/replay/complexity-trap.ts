/**
 * What masking saved in the published runs of The Complexity Trap (arXiv 2508.21433), for comparison with our replay.
 * Compares, per model, each task's masked run with its raw run, and raw with masked runs of about the same length:
 *
 *     node scripts/run-ts.mjs bench/replay/complexity-trap.ts experiment_instance_costs_sweagent.csv
 *
 * The file is in the folder auxiliary-data of the paper's repository (MIT).
 */
import { readFileSync } from "node:fs";
import * as z from "zod";
import { changeOf, pricedBlocks } from "@/lib/advice/interval";
import type { Outcome } from "@/lib/advice/outcome";
import { printTable } from "../accuracy/print-table";

const ARMS = { "Raw Agent": "raw", "Observation Masking": "masked" } as const;
/** Limits between which a run counts as about 20, 40, 100 or 250 turns long. */
const LENGTHS = [
  [15, 25],
  [30, 50],
  [75, 130],
  [200, 260],
] as const;
const FEWEST_RUNS = 5;

const rowSchema = z.object({
  experiment: z.string(),
  strategy: z.string(),
  instance_id: z.string(),
  cost: z.coerce.number().positive(),
  turn_count: z.coerce.number().int().positive(),
});

type Run = { readonly model: string; readonly task: string; readonly arm: string; cost: number; turns: number };

function readRuns(file: string): Run[] {
  const [head = "", ...lines] = readFileSync(file, "utf8").trim().split(/\r?\n/);
  const names = head.split(",");
  return lines.flatMap((line) => {
    const cells = line.split(",");
    const row = rowSchema.safeParse(Object.fromEntries(names.map((name, index) => [name, cells[index]])));
    if (!row.success) return [];
    const { experiment, strategy, instance_id: task, cost, turn_count: turns } = row.data;
    const arm = Object.hasOwn(ARMS, strategy) ? ARMS[strategy as keyof typeof ARMS] : null;
    return arm ? [{ model: modelOf(experiment), task, arm, cost, turns }] : [];
  });
}

/** An experiment's name consists of the model and the way of running it. */
const modelOf = (experiment: string): string => experiment.split(/-agent|-baseline/)[0]?.replace("local-", "") ?? "";

const file = process.argv[2];
if (file === undefined) throw new Error("give the file experiment_instance_costs_sweagent.csv");
const runs = readRuns(file);
const models = [...new Set(runs.map(({ model }) => model))];
const of = (model: string, arm: string) => runs.filter((run) => run.model === model && run.arm === arm);
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const EMPTY: Outcome = { id: "", trigger: null, blocks: [], fired: 0, peakPrompt: 0, overWindow: 0 };
/** Cost of the masked runs as a share of the raw ones, resampled by task. */
function pairedRatio(pairs: readonly { raw: Run; masked: Run }[]): string {
  const priced = (arm: "raw" | "masked") =>
    pricedBlocks(
      EMPTY,
      Float64Array.from(pairs, (pair) => pair[arm].cost),
    );
  const { share, low, high } = changeOf(priced("masked"), priced("raw"));
  return `${(1 + share).toFixed(2)} (${(1 + low).toFixed(2)} to ${(1 + high).toFixed(2)})`;
}

printTable(
  "Each task's masked run against its raw run",
  ["model", "tasks", "turns, raw and masked: median", "cost, masked of raw"],
  models.map((model) => {
    const raw = new Map(of(model, "raw").map((run) => [run.task, run]));
    const pairs = of(model, "masked").flatMap((masked) => {
      const own = raw.get(masked.task);
      return own ? [{ raw: own, masked }] : [];
    });
    const turns = (arm: "raw" | "masked") => median(pairs.map((pair) => pair[arm].turns));
    return [model, pairs.length, `${turns("raw")}, ${turns("masked")}`, pairedRatio(pairs)];
  }),
);

const within = (list: readonly Run[], [from, to]: readonly [number, number]) =>
  list.filter(({ turns }) => turns >= from && turns <= to).map(({ cost }) => cost);
printTable(
  "Mean cost of masked runs as a share of raw runs of about the same length",
  ["model", ...LENGTHS.map(([from, to]) => `${from} to ${to} turns (runs)`)],
  models.map((model) => [
    model,
    ...LENGTHS.map((length) => {
      const [masked, raw] = [within(of(model, "masked"), length), within(of(model, "raw"), length)];
      if (Math.min(masked.length, raw.length) < FEWEST_RUNS) return "–";
      return `${(mean(masked) / mean(raw)).toFixed(2)} (${masked.length} and ${raw.length})`;
    }),
  ]),
);
