// Wall-clock and processor time of each stage of a test suite. Each suite stores its last run's figures, and `node
// scripts/test-times.mjs` writes them into docs/testing.md.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { fromRoot } from "./setup-steps.mjs";

const KEPT = fromRoot("node_modules/.cache/winnow-test-times");
const PAGE = fromRoot("docs/testing.md");
const COSTLIEST = 10;

/** Processor seconds of all ended child processes and their descendants since the last call; null without /proc. */
function makeProcessorClock() {
  let before = 0;
  return () => {
    if (!fs.existsSync("/proc/self/stat")) return null;
    const fields = fs.readFileSync("/proc/self/stat", "utf8").split(") ").at(-1).split(" ");
    const now = (Number(fields[13]) + Number(fields[14])) / 100; // cutime, cstime: proc(5), in hundredths of a second
    const used = now - before;
    before = now;
    return used;
  };
}

/** Busy seconds of all cores, for all processes: no other figure includes a browser's. */
const busySeconds = () =>
  os.cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0) / 1000;

/** The current suite's times: wall-clock time, and processor time of all cores. */
const started = { at: performance.now(), busy: busySeconds() };
const soFar = () => ({ seconds: (performance.now() - started.at) / 1000, busy: busySeconds() - started.busy });

/**
 * `time(name, work)` runs a stage and records its times; stages may overlap, provided that each ends with its own process.
 */
export function makeStageTimes() {
  const processorSeconds = makeProcessorClock();
  processorSeconds(); // processes that ended before, such as an installation, belong to no stage
  const stages = [];
  const time = async (name, work) => {
    const startedAt = performance.now();
    const result = await work();
    stages.push({ name, seconds: (performance.now() - startedAt) / 1000, processor: processorSeconds() });
    return result;
  };
  return { time, stages };
}

/** Stores the times of a suite's last run, for the tables of the documentation. */
export function keepTimes(command, times) {
  fs.mkdirSync(KEPT, { recursive: true });
  const file = path.join(KEPT, `${command.replace(":", "-")}.json`);
  fs.writeFileSync(file, JSON.stringify({ ...times, whole: soFar() }, null, 2));
}

const minutes = (seconds) => (seconds === null ? "–" : (seconds / 60).toFixed(1));
const table = (head, rows) =>
  [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
const sum = (rows, of) => rows.reduce((total, row) => total + (of(row) ?? 0), 0);

/** The stages of every suite run, the phases of vitest, and the costliest files. */
function tablesOf(suites) {
  const stages = suites.flatMap(({ command, stages }) =>
    stages.map(({ name, seconds, processor }) => [`\`${command}\``, name, minutes(seconds), minutes(processor)]),
  );
  const wholes = suites.map(({ command, whole }) => [
    `\`${command}\``,
    "all, with everything else on the machine",
    minutes(whole.seconds),
    minutes(whole.busy),
  ]);
  const phases = suites.map(({ command, files }) => [
    `\`${command}\``,
    ...["starting", "importing", "tests"].map((phase) => minutes(sum(files, (file) => file[phase]) / 1000)),
  ]);
  const files = suites.flatMap(({ command, files }) => files.map((file) => ({ command, ...file })));
  const costliest = files.sort((a, b) => b.processor - a.processor).slice(0, COSTLIEST);
  return [
    table(["Suite", "Stage", "Minutes", "Processor minutes"], [...stages, ...wholes]),
    "The same for vitest by phase, in wall-clock minutes, summed over its workers:",
    table(["Suite", "Starting workers", "Transforming and importing", "Tests"], phases),
    `The ${costliest.length} costliest files, in seconds. A file's processor time is that of its worker and of the processes that ended in it:`,
    table(
      ["File", "Suite", "Processor", "Importing, wall clock", "Tests, wall clock"],
      costliest.map(({ file, command, processor, importing, tests }) => [
        `\`${file}\``,
        `\`${command}\``,
        processor === null ? "–" : processor.toFixed(1),
        ...[importing, tests].map((ms) => (ms / 1000).toFixed(1)),
      ]),
    ),
  ].join("\n\n");
}

function printTimes() {
  const suites = fs.existsSync(KEPT)
    ? fs.readdirSync(KEPT).map((name) => JSON.parse(fs.readFileSync(path.join(KEPT, name), "utf8")))
    : [];
  if (suites.length === 0) throw new Error("no suite has run yet: npm test");
  const machine = `${os.cpus().length} cores, Node ${process.versions.node}, ${new Date().toISOString().slice(0, 10)}`;
  const text = `Measured on ${machine}, by \`node scripts/test-times.mjs\` after the suites.\n\n${tablesOf(suites)}`;
  const [before, after] = ["<!-- times -->", "<!-- /times -->"];
  const page = fs.readFileSync(PAGE, "utf8");
  const [start, end] = [page.indexOf(before) + before.length, page.indexOf(after)];
  fs.writeFileSync(PAGE, `${page.slice(0, start)}\n\n${text}\n\n${page.slice(end)}`);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) printTimes();
