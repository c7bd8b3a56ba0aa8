/**
 * `npm run bench`: measures everything that Winnow claims about speed, and other programs in the same run. Writes
 * bench/results/performance.json and docs/performance.md.
 *
 *     npm run bench                          # everything; see docs/performance.md for how long it takes
 *     npm run bench -- --quick               # about two minutes: fewer rounds, and no row that takes minutes
 *     npm run bench -- --check               # writes nothing; fails if a ratio is a fifth behind the committed one
 *     npm run bench -- --only tokens,import  # only these rows
 */
import { parseArgs } from "node:util";
import { compareRatios, confirmed, isFailure } from "./gate";
import { printCompared, printRow } from "./report/print";
import { readResults, writeResults } from "./results";
import type { Options, Row } from "./row";
import { ROWS } from "./rows";
import { type MeasuredRow, measureApart, measureHere } from "./run-row";

const ROUNDS = { quick: 5, full: 9 };

const { values } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    check: { type: "boolean", default: false },
    only: { type: "string" },
    row: { type: "string" },
    rounds: { type: "string" },
  },
});
const isQuick = values.quick || values.check;
const rounds = Number(values.rounds ?? (isQuick ? ROUNDS.quick : ROUNDS.full));
const options: Options = { rounds, isQuick };

if (values.row) await measureHere(rowOf(values.row), options);
else if (values.check) process.exitCode = check(chosenRows());
else for (const row of chosenRows()) writeResults([measureAndPrint(row)]); // after each row, so that an interruption loses only one

function rowOf(id: string): Row {
  const row = ROWS.find((one) => one.id === id);
  if (!row) throw new Error(`no row is called ${id}; there are ${ROWS.map((one) => one.id).join(", ")}`);
  return row;
}

function chosenRows(): readonly Row[] {
  if (values.only) return values.only.split(",").map(rowOf);
  return ROWS.filter((row) => row.isQuick || !isQuick);
}

function measureAndPrint(row: Row): MeasuredRow {
  const measured = measureApart(row, options);
  printRow(row, measured);
  return measured;
}

/** Compares with the committed figures. Returns the exit code. */
function check(rows: readonly Row[]): number {
  const committed = new Map(readResults().rows.map((row) => [row.id, row]));
  const compared = rows.flatMap((row) => {
    const before = committed.get(row.id)?.ratios ?? [];
    const compare = ({ ratios, skipped }: MeasuredRow) => compareRatios(before, ratios, skipped);
    const first = compare(measureAndPrint(row));
    return first.some(isFailure) ? confirmed(first, compare(measureAndPrint(row))) : first;
  });
  printCompared(compared);
  return compared.some(isFailure) ? 1 : 0;
}
