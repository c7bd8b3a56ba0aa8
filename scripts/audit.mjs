// Checks the packages that Winnow ships: `node scripts/audit.mjs`. Fails on known vulnerabilities (npm audit) and on a
// Next older than the newest patch of its line; an unreachable registry is reported without failing. The last line
// counts passed and failed checks, as .ci/run expects.
import fs from "node:fs";
import { pathToFileURL } from "node:url";
import { captureNpm, fromRoot } from "./setup-steps.mjs";

/** Severities that fail. Lower ones are mostly in tools and documents, not in reachable code. */
const SERIOUS = ["high", "critical"];

/** The packages with serious vulnerabilities, from the output of `npm audit --json`; null if the output is not a report. */
export function seriousHoles(text) {
  const report = parsed(text);
  if (report === null || typeof report.vulnerabilities !== "object" || report.vulnerabilities === null) return null;
  return Object.values(report.vulnerabilities)
    .filter(({ severity }) => SERIOUS.includes(severity))
    .map(({ name, severity }) => `${name} (${severity})`)
    .sort();
}

/**
 * The newest of these versions in the line (major.minor) of `version`; null if there is none. Pre-releases do not
 * count.
 */
export function newestPatch(version, versions) {
  const line = version.split(".").slice(0, 2).join(".");
  const patches = versions.map((other) => new RegExp(`^${line.replace(".", "\\.")}\\.(\\d+)$`).exec(other)?.[1]);
  const numbers = patches.flatMap((patch) => (patch === undefined ? [] : [Number(patch)]));
  return numbers.length === 0 ? null : `${line}.${Math.max(...numbers)}`;
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

async function auditHoles() {
  const { output } = await captureNpm(["audit", "--json", "--omit=dev"]);
  const holes = seriousHoles(output);
  if (holes === null) return notice("npm audit: the registry has no audit; holes were not looked for");
  return result("npm audit", holes.length === 0 ? null : `known holes in ${holes.join(", ")}`);
}

async function auditNext() {
  const { version } = JSON.parse(fs.readFileSync(fromRoot("node_modules/next/package.json"), "utf8"));
  const { output } = await captureNpm(["view", "next", "versions", "--json"]);
  const versions = parsed(output);
  const newest = Array.isArray(versions) ? newestPatch(version, versions) : null;
  if (newest === null) return notice("next: the registry did not say which versions there are");
  return result(`next ${version}`, newest === version ? null : `is older than ${newest}, its newest patch`);
}

function notice(text) {
  console.log(`[winnow] skipped, ${text}`);
  return { passed: 0, failed: 0 };
}

function result(what, problem) {
  console.log(problem === null ? `[winnow] ${what}: ok` : `[winnow] failed: ${what}: ${problem}`);
  return problem === null ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const counts = [await auditHoles(), await auditNext()];
  const [passed, failed] = ["passed", "failed"].map((key) => counts.reduce((sum, count) => sum + count[key], 0));
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}
