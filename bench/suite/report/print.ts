import { printTable } from "../../accuracy/print-table";
import type { Compared } from "../gate";
import type { Row } from "../row";
import type { MeasuredRow } from "../run-row";
import { short } from "./numbers";

/** Prints the figures of a row as soon as it is measured. */
export function printRow({ title }: Row, { bars, ratios, aims, skipped, unit, load }: MeasuredRow): void {
  const rows = bars.map(({ name, spread }) => [name, short(spread.median), short(spread.least), short(spread.most)]);
  printTable(`${title} (${unit}; load ${load[0]})`, ["", "median", "least", "most"], rows);
  for (const { meaning, spread } of ratios) console.log(`- ${meaning}: ${short(spread.median)} ×`);
  for (const { meaning, value, most, unit: its } of aims)
    console.log(`- ${value <= most ? "met" : "NOT MET"}: ${meaning} ${short(value)} ${its}, aim ${most} ${its}`);
  for (const { name, reason } of skipped) console.log(`- left out: ${name}: ${reason}`);
}

export function printCompared(compared: readonly Compared[]): void {
  const cell = (value: number | null) => (value === null ? null : short(value));
  const rows = compared.map(({ id, committed, now, verdict }) => [id, cell(committed), cell(now), verdict]);
  printTable("Ratios next to the committed ones", ["ratio", "committed", "now", "verdict"], rows);
}
