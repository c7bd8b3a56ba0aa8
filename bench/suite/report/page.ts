import { isBusy, type Machine } from "../machine";
import type { Aim, Bar, Ratio } from "../row";
import { ROWS } from "../rows";
import type { MeasuredRow } from "../run-row";
import { short } from "./numbers";

const HEAD = `# Performance

\`npm run bench\` writes this page. It compares the time that Winnow takes with the time that other programs take, in the
same run on the same machine, and with a limit that no program could beat.

\`\`\`sh
npm run bench                 # everything, with more rounds
npm run bench -- --quick      # about two minutes on a quiet machine, after the first run has built and installed
npm run bench -- --check      # writes nothing; fails if a ratio is more than a fifth worse than here
npm run bench -- --only tokens,import
\`\`\`

The programs of a row run in turn, round after round. A ratio is the median of the ratios of single rounds, so that a busy
moment of the machine affects both sides. Compare ratios: milliseconds depend on the machine. Less is always better.`;

/** docs/performance.md, generated from the figures. */
export function performancePage(rows: readonly MeasuredRow[]): string {
  return `${[HEAD, machines(rows), summary(rows), ...rows.map(sectionOf)].join("\n\n")}\n`;
}

const describe = ({ node, system, processors, model, memoryGb }: Machine): string =>
  `Node ${node.replace(/^v/, "")}, ${system}, ${processors} × ${model}, ${memoryGb} GB`;

function machines(rows: readonly MeasuredRow[]): string {
  const all = [...new Set(rows.map(({ machine }) => describe(machine)))];
  return `Measured on ${all.join("; on ")}. A load above the number of processors means that other programs ran during the measurement.`;
}

function summary(rows: readonly MeasuredRow[]): string {
  const lines = rows.flatMap((row) =>
    row.aims.map(
      ({ meaning, value, most, unit }) =>
        `| [${titleOf(row)}](#${row.id}) | ${meaning} | ${short(most)} ${unit} | ${short(value)} ${unit} | ${value <= most ? "met" : "**not met**"} |`,
    ),
  );
  return [
    "## Aims",
    "",
    "| row | what | aim, at most | measured | |",
    "| --- | --- | --- | --- | --- |",
    ...lines,
  ].join("\n");
}

const titleOf = ({ id }: MeasuredRow): string => ROWS.find((row) => row.id === id)?.title ?? id;

function sectionOf(row: MeasuredRow): string {
  const { id, bars, ratios, aims, limit, skipped, unit } = row;
  const what = ROWS.find((one) => one.id === id)?.what ?? "";
  return [
    `<a id="${id}"></a>\n\n## ${titleOf(row)}`,
    what,
    `![${titleOf(row)}](images/performance/${id}.svg)`,
    tableOf(bars, unit),
    ...(ratios.length > 0 ? [ratiosOf(ratios)] : []),
    `**The limit.** ${limit.what} ${limit.distance}`,
    ...missed(aims),
    ...(skipped.length > 0
      ? [`**Not measured.** ${skipped.map(({ name, reason }) => `${name}: ${reason}.`).join(" ")}`]
      : []),
    `*${row.date}, ${row.rounds} rounds, load ${row.load[0]} before and ${row.load[1]} after${isBusy(row.load[0], row.machine) ? ": a busy machine" : ""}. \`npm run bench -- --only ${id}\`*`,
  ].join("\n\n");
}

const tableOf = (bars: readonly Bar[], unit: string): string =>
  [
    `| ${unit} | median | least | most |`,
    "| --- | --- | --- | --- |",
    ...bars.map(
      ({ name, isOurs, spread }) =>
        `| ${isOurs ? `**${name}**` : name} | ${short(spread.median)} | ${short(spread.least)} | ${short(spread.most)} |`,
    ),
  ].join("\n");

const ratiosOf = (ratios: readonly Ratio[]): string =>
  [
    "| ratio | median | least | most |",
    "| --- | --- | --- | --- |",
    ...ratios.map(
      ({ meaning, spread }) =>
        `| ${meaning} | ${short(spread.median)} × | ${short(spread.least)} × | ${short(spread.most)} × |`,
    ),
  ].join("\n");

const missed = (aims: readonly Aim[]): string[] =>
  aims
    .filter(({ value, most }) => value > most)
    .map(
      ({ meaning, value, most, unit, whyMissed }) =>
        `**Not met: ${meaning}** (${short(value)} ${unit}, aim ${short(most)} ${unit}). ${whyMissed}`,
    );
