// `npm test`: types, lint, unit + property + integration + architecture (vitest), end-to-end (Playwright).
// Every stage runs even when an earlier one failed; the last line counts them all.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { findOrInstallBrowser } from "./find-browser.mjs";
import { fromRoot, runNode } from "./setup-steps.mjs";

const reports = fs.mkdtempSync(path.join(os.tmpdir(), "winnow-tests-"));
const bin = (file) => fromRoot(path.join("node_modules", file));
const NONE = { passed: 0, failed: 0, skipped: 0 };

async function types() {
  return byExitCode("types", await runNode([bin("typescript/bin/tsc"), "--noEmit", "--incremental", "false"]));
}

async function lint() {
  return byExitCode("lint", await runNode([bin("@biomejs/biome/bin/biome"), "check", "--error-on-warnings"]));
}

async function vitest(filters) {
  const file = path.join(reports, "vitest.json");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  const code = await runNode([bin("vitest/vitest.mjs"), "run", ...reporters, ...filters]);
  const report = readJson(file);
  if (!report) return byExitCode("vitest", code || 1);
  const failed = report.numFailedTests + failedSuites(report);
  return {
    passed: report.numPassedTests,
    failed: code !== 0 ? Math.max(failed, 1) : failed,
    skipped: report.numPendingTests,
  };
}

/** A suite that could not even load has no failed test to count. */
const failedSuites = (report) =>
  report.testResults.filter((suite) => suite.status === "failed" && suite.assertionResults.length === 0).length;

async function endToEnd() {
  const browser = await findOrInstallBrowser();
  if (!browser) {
    const isRequired = process.env.CI === "true";
    console.log(
      `[winnow] end-to-end: no browser found or installable${isRequired ? "" : ", skipped (set CHROMIUM_PATH)"}`,
    );
    return isRequired ? { ...NONE, failed: 1 } : { ...NONE, skipped: 1 };
  }
  const file = path.join(reports, "playwright.json");
  const env = { CHROMIUM_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_NAME: file };
  const code = await runNode([bin("@playwright/test/cli.js"), "test", "--reporter=list,json"], env);
  const stats = readJson(file)?.stats;
  if (!stats) return byExitCode("playwright", code || 1);
  return {
    passed: stats.expected + stats.flaky,
    failed: code !== 0 ? Math.max(stats.unexpected, 1) : stats.unexpected,
    skipped: stats.skipped,
  };
}

function byExitCode(name, code) {
  console.log(`[winnow] ${name}: ${code === 0 ? "ok" : `failed (${code})`}`);
  return code === 0 ? { ...NONE, passed: 1 } : { ...NONE, failed: 1 };
}

const readJson = (file) => (fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, "utf8")) : null);

/** Returns the exit code. `quick` leaves the browser out; `only` are vitest's file filters. */
export async function runTests({ quick, only }) {
  const stages = only.length > 0 ? [() => vitest(only)] : [types, lint, () => vitest([]), ...(quick ? [] : [endToEnd])];
  const total = { ...NONE };
  for (const stage of stages) {
    const result = await stage();
    for (const key of Object.keys(total)) total[key] += result[key];
  }
  fs.rmSync(reports, { recursive: true, force: true });
  if (total.skipped > 0) console.log(`[winnow] ${total.skipped} skipped`);
  console.log(`${total.passed} passed, ${total.failed} failed`);
  return total.failed === 0 && total.passed > 0 ? 0 : 1;
}
