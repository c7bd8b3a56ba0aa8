// Runs vitest and counts the tests in its report: passed, failed, and skipped by reason.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fromRoot, runNode } from "./setup-steps.mjs";

/** The title of the skipped test that stands for a suite which cannot run here (tests/support/describe-where.ts). */
const REASON = /^needs (.*)$/;
const UNSTATED = "a reason that the test does not state";

/**
 * `mode` is vitest's: "run" takes file filters, "related" takes source files whose tests are run.
 * Resolves to the numbers of passed and failed tests, of skipped tests by what they need, and to those of each file.
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
  if (!report) return { passed: 0, failed: 1, skipped: {}, files: {}, times: [] };
  const failed = report.numFailedTests + failedSuites(report);
  return {
    passed: report.numPassedTests,
    failed: code !== 0 ? Math.max(failed, 1) : failed,
    skipped: reasonsOf(report),
    files: Object.fromEntries(report.testResults.map(countsOf)),
    times: taken,
  };
}

/** The number of suites that could not be loaded, and so have no failed test to count. */
const failedSuites = (report) =>
  report.testResults.filter((suite) => suite.status === "failed" && suite.assertionResults.length === 0).length;

/** A file, from the project on, with its numbers of tests. */
function countsOf({ name, status, assertionResults }) {
  const count = (wanted) => assertionResults.filter((test) => wanted.includes(test.status)).length;
  const failed = count(["failed"]);
  const isBroken = status === "failed" && failed === 0;
  const counts = { passed: count(["passed"]), failed: isBroken ? 1 : failed, skipped: count(["skipped", "pending"]) };
  return [path.relative(fromRoot("."), name).split(path.sep).join("/"), counts];
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
