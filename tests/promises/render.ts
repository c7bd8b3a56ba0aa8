import type { Figure } from "../support/record-figure";
import type { Guarded } from "./guards";
import type { Promised } from "./promises";
import type { TestRun, TriedGuard } from "./results";

export type Results = {
  readonly figures: readonly Figure[];
  readonly runs: Readonly<Record<string, TestRun>>;
  readonly tried: readonly TriedGuard[];
};

/** The two tables of docs/reliability.md between their marks: promises with their last figures, and guards. */
export function renderTables(promises: readonly Promised[], guards: readonly Guarded[], results: Results): string {
  const machines = [
    ...new Set([...results.figures, ...Object.values(results.runs)].map(({ machine }) => machine)),
  ].sort();
  const rows = promises.map((promised) => promiseRow(promised, results, machines));
  const legend = machines.map((machine, index) => `${nameOf(index)} is ${machine}`).join("; ");
  return [
    "| | promise | tests | last figure | date | on |",
    "| --- | --- | --- | --- | --- | --- |",
    ...rows,
    "",
    legend === "" ? "Nothing was measured yet." : `Machines: ${legend}. \`short\` marks figures of the short form.`,
    "",
    "### Guards, each removed once",
    "",
    "| | guard | in | fails without it | tried |",
    "| --- | --- | --- | --- | --- |",
    ...guards.map((guard) => guardRow(guard, results.tried)),
  ].join("\n");
}

const nameOf = (index: number): string => String.fromCharCode("A".charCodeAt(0) + index);
const cell = (text: string): string => text.replaceAll("|", "\\|");

function promiseRow(
  { id, promise, tests, state, note }: Promised,
  results: Results,
  machines: readonly string[],
): string {
  const figures = results.figures.filter((figure) => figure.promise === id);
  const runs = tests.flatMap((file) => results.runs[`tests/${file}`] ?? []);
  const said = state === "kept" ? promise : `${promise}. **${state === "no" ? "Not kept" : "Note"}:** ${note}`;
  const sources = figures.length > 0 ? figures : runs;
  const dates = sources.map(({ date }) => date).sort();
  const on = [...new Set(sources.map(({ machine }) => nameOf(machines.indexOf(machine))))].join(", ");
  const cells = [
    id,
    said,
    tests.map(linkTo).join(", ") || "–",
    lastFigure(figures, runs),
    dates.at(-1) ?? "–",
    on || "–",
  ];
  return `| ${cells.map(cell).join(" | ")} |`;
}

function lastFigure(figures: readonly Figure[], runs: readonly TestRun[]): string {
  const measured = figures.map(({ what, figure, form }) => `${what}: ${figure}${form === "short" ? " (short)" : ""}`);
  if (measured.length > 0) return measured.join("; ");
  if (runs.length === 0) return "–";
  const sum = (key: "passed" | "failed" | "skipped") => runs.reduce((total, run) => total + run[key], 0);
  const others = [
    ["failed", sum("failed")],
    ["skipped", sum("skipped")],
  ] as const;
  const rest = others.filter(([, count]) => count > 0).map(([name, count]) => `, ${count} ${name}`);
  return `${sum("passed")} tests passed${rest.join("")}`;
}

/** The name of the file, linked from docs/. */
const linkTo = (file: string): string =>
  `[${file
    .split("/")
    .at(-1)
    ?.replace(/\.(test|spec)\.tsx?$/, "")}](../tests/${file})`;

function guardRow({ promise, guard, file, test }: Guarded, tried: readonly TriedGuard[]): string {
  const found = tried.find((entry) => entry.guard === guard);
  const fails = found?.fails.length === 0 ? "**nothing**" : linkTo(test);
  return `| ${[promise, guard, `\`${file}\``, fails, found?.date ?? "–"].map(cell).join(" | ")} |`;
}

const BEGIN = "<!-- Written by `npm run test:long`: begin -->";
const END = "<!-- Written by `npm run test:long`: end -->";

/** The page with the tables replaced. */
export function withTables(page: string, tables: string): string {
  const [from, to] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (from === -1 || to < from) throw new Error("docs/reliability.md has lost the marks around its tables");
  return `${page.slice(0, from + BEGIN.length)}\n\n${tables}\n\n${page.slice(to)}`;
}
