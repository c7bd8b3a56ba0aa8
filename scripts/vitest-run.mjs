// Runs vitest and counts the tests in its report: passed, failed, and skipped by reason.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fromRoot, runNode } from "./setup-steps.mjs";
import { withError } from "./with-error.mjs";

/** The title of the skipped test that represents a suite that cannot run here (tests/support/describe-where.ts). */
const REASON = /^needs (.*)$/;
const UNSTATED = "a reason that the test does not state";
const NO_REPORT = "vitest wrote no report";

/** If more files than this failed, a busy machine is not the cause. */
const MAX_REPEATED = 3;

/**
 * `mode` is vitest's: "run" takes file filters, "related" takes source files whose tests are run. Resolves to the
 * numbers of passed and failed tests, the names of failed tests, and the numbers of skipped tests by requirement and
 * per file. In continuous integration, a few failed files are run a second time, alone; tests that then pass are listed
 * under `flaky` instead of `failures`, as with the browser tests.
 */
export async function runVitest(options) {
  const first = await runOnce(options);
  const failed = Object.keys(first.files).filter((file) => first.files[file].failed > 0);
  const inFiles = failed.flatMap((file) => first.files[file].failures);
  const isRepeated = failed.length > 0 && failed.length <= MAX_REPEATED && inFiles.length === first.failed;
  if (process.env.CI !== "true" || options.mode === "related" || !isRepeated) return first;
  return merged(first, await runOnce({ ...options, filters: failed.map(fromRoot) }), failed);
}

/** Merges both runs: the second run's figures for the repeated files, the first run's for all others. */
function merged(first, second, repeated) {
  const passedBefore = repeated.reduce((sum, file) => sum + first.files[file].passed, 0);
  const isGood = (file) => second.files[file]?.failed === 0 && second.files[file].passed > 0;
  return {
    ...first,
    passed: first.passed - passedBefore + second.passed,
    failed: second.failed,
    failures: second.failures,
    flaky: repeated.filter(isGood).flatMap((file) => first.files[file].failures),
    files: { ...first.files, ...second.files },
    times: [...first.times, ...second.times],
  };
}

async function runOnce({ mode = "run", config, filters = [], cwd, env = {} }) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "winnow-tests-"));
  const file = path.join(folder, "vitest.json");
  const times = path.join(folder, "times.json");
  const args = [
    mode,
    "--run",
    "--config",
    config,
    "--reporter=default",
    "--reporter=json",
    `--reporter=${fromRoot("scripts/vitest-times.mjs")}`,
    `--outputFile.json=${file}`,
  ];
  const program = fromRoot("node_modules/vitest/vitest.mjs");
  const code = await runNode([program, ...args, ...filters], { WINNOW_TEST_TIMES: times, ...env }, cwd && { cwd });
  const read = (written) => (fs.existsSync(written) ? JSON.parse(fs.readFileSync(written, "utf8")) : null);
  const report = read(file);
  const taken = read(times) ?? [];
  fs.rmSync(folder, { recursive: true, force: true });
  if (!report) return { passed: 0, failed: 1, failures: [NO_REPORT], flaky: [], skipped: {}, files: {}, times: [] };
  const failures = report.testResults.flatMap(failuresOf);
  if (code !== 0 && failures.length === 0) failures.push(`vitest ended with ${code}`);
  return {
    passed: report.numPassedTests,
    failed: failures.length,
    failures,
    flaky: [],
    skipped: reasonsOf(report),
    files: Object.fromEntries(report.testResults.map(countsOf)),
    times: taken,
  };
}

const fromProject = (file) => path.relative(fromRoot("."), file).split(path.sep).join("/");

/** The names of a file's failed tests with their errors, or the file's own if it could not be loaded or its set-up failed. */
function failuresOf({ name, status, assertionResults, message }) {
  const failed = assertionResults
    .filter((test) => test.status === "failed")
    .map(({ ancestorTitles, title, failureMessages }) =>
      withError([fromProject(name), ...ancestorTitles, title].join(" › "), failureMessages?.[0]),
    );
  return status === "failed" && failed.length === 0 ? [withError(fromProject(name), message)] : failed;
}

/** A file, relative to the project, with its numbers of tests and the names of those that failed. */
function countsOf(result) {
  const count = (...wanted) => result.assertionResults.filter(({ status }) => wanted.includes(status)).length;
  const failures = failuresOf(result);
  const counts = { passed: count("passed"), failed: failures.length, skipped: count("skipped", "pending"), failures };
  return [fromProject(result.name), counts];
}

function reasonsOf(report) {
  const skipped = {};
  for (const { status, title } of report.testResults.flatMap(({ assertionResults }) => assertionResults)) {
    if (status !== "skipped" && status !== "pending") continue;
    const reason = REASON.exec(title)?.[1] ?? UNSTATED;
    skipped[reason] = (skipped[reason] ?? 0) + 1;
  }
  return skipped;
}
