import { spawnSync } from "node:child_process";
import { isBusy, loadNow, type Machine, thisMachine } from "./machine";
import type { Options, Row, RowFigures } from "./row";

/** A row as stored in bench/results/performance.json. */
export type MeasuredRow = RowFigures & {
  readonly id: string;
  /** The day, ISO 8601. */
  readonly date: string;
  readonly machine: Machine;
  readonly rounds: number;
  /** The machine's load before and after. */
  readonly load: readonly [number, number];
  readonly isBusy: boolean;
};

/** Marks the line in which a row's process prints its figures, because a library may print other lines. */
const MARK = "@figures ";

/** Runs in the process of one row: measures and prints. */
export async function measureHere(row: Row, options: Options): Promise<void> {
  console.log(MARK + JSON.stringify(await row.measure(options)));
}

/**
 * Measures a row in a separate process, so that no row profits from code that another one compiled or suffers from its
 * memory. Throws with the end of the process's output if it fails.
 */
export function measureApart({ id }: Row, { rounds, isQuick }: Options): MeasuredRow {
  const before = loadNow();
  const machine = thisMachine();
  const more = ["--row", id, "--rounds", String(rounds), ...(isQuick ? ["--quick"] : [])];
  const { stdout, status } = spawnSync(process.execPath, [...process.execArgv, process.argv[1] as string, ...more], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
    maxBuffer: 1 << 26,
  });
  const line = stdout.split("\n").find((text) => text.startsWith(MARK));
  if (status !== 0 || !line) throw new Error(`the row ${id} failed (exit code ${status})`);
  const figures = JSON.parse(line.slice(MARK.length)) as RowFigures;
  const date = new Date().toISOString().slice(0, 10);
  return {
    ...figures,
    id,
    date,
    machine,
    rounds: roundsOf(figures, rounds),
    load: [before, loadNow()],
    isBusy: isBusy(before, machine),
  };
}

/** How often a row was really measured; slow rows run fewer rounds than requested. */
const roundsOf = ({ bars }: RowFigures, asked: number): number =>
  Math.min(asked, ...bars.map(({ spread }) => spread.times));
