// Runs vitest and counts the tests in its report: passed, failed, and skipped by reason.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fromRoot, runNode } from "./setup-steps.mjs";
import { withError } from "./with-error.mjs";

/** The title of the skipped test that stands for a suite that cannot run here (tests/support/describe-where.ts). */
const REASON = /^needs (.*)$/;
const UNSTATED = "a reason that the test does not state";
const NO_REPORT = "vitest wrote no report";

/**
 * `mode` is vitest's: "run" takes file filters, "related" takes source files whose tests are run. Resolves to the
 * numbers of passed and failed tests, the names of failed tests, and the numbers of skipped tests by requirement and
 * per file.
 */
export async function runVitest({ mode = "run", config, filters = [], cwd, env = {} }) {
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
  if (!report) return { passed: 0, failed: 1, failures: [NO_REPORT], skipped: {}, files: {}, times: [] };
  const failures = report.testResults.flatMap(failuresOf);
  if (code !== 0 && failures.length === 0) failures.push(`vitest ended with ${code}`);
  return {
    passed: report.numPassedTests,
    failed: failures.length,
    failures,
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

/** A file, relative to the project, with its numbers of tests. */
function countsOf({ name, status, assertionResults }) {
  const count = (wanted) => assertionResults.filter((test) => wanted.includes(test.status)).length;
  const failed = count(["failed"]);
  const isBroken = status === "failed" && failed === 0;
  const counts = { passed: count(["passed"]), failed: isBroken ? 1 : failed, skipped: count(["skipped", "pending"]) };
  return [fromProject(name), counts];
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
